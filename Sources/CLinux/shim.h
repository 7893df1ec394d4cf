/* What Swift's Glibc module leaves out. Declared here, since <linux/fcntl.h> and Glibc's own
 * struct flock can't be seen together. */
#pragma once
#include <stddef.h>

int memfd_create(const char *name, unsigned flags);

enum {
	CLINUX_MFD_CLOEXEC = 0x0001u,
	CLINUX_MFD_ALLOW_SEALING = 0x0002u,
	CLINUX_MFD_NOEXEC_SEAL = 0x0008u,
	CLINUX_F_ADD_SEALS = 1033,
	CLINUX_F_SEAL_SEAL = 0x0001,
	CLINUX_F_SEAL_SHRINK = 0x0002,
	CLINUX_F_SEAL_GROW = 0x0004,
};

/* Asks for the memory at an address, any address, to be brought near; nothing else happens. */
static inline void clinux_prefetch(const void *address) { __builtin_prefetch(address); }
