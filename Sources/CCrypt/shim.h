/* The system's password hashing, crypt(3): libxcrypt on Debian. */
#pragma once
#include <crypt.h>
