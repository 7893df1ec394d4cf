/* The version, which the build defines as a macro. This is C because Swift's compilation conditions have no values. Few targets import this
   module, so that a new commit recompiles little. */
#pragma once
const char *cube_kiosk_version(void);
