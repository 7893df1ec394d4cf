#include "include/CCubeKioskVersion.h"

const char *cube_kiosk_version(void)
{
	return CUBE_KIOSK_VERSION;
}
