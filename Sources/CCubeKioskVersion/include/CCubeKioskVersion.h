/* In C because Swift has no defines with values. Only the target cube-kiosk imports this module, so a new commit
   recompiles nothing else. */
#pragma once
const char *cube_kiosk_version(void);
