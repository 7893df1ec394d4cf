/* In C because Swift has no defines with a value. Only the target cube-kiosk imports it: a new commit recompiles nothing else. */
#pragma once
const char *cube_kiosk_version(void);
