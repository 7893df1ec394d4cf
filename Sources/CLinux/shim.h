/* What Swift's Glibc module leaves out. Declared here, since <linux/fcntl.h> and Glibc's own
 * struct flock can't be seen together. */
#pragma once
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

int pipe2(int ends[2], int flags);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);

int eventfd(unsigned count, int flags);
enum { CLINUX_EFD_CLOEXEC = 02000000 };

int timerfd_create(int clock, int flags);
int timerfd_settime(int fd, int flags, const struct itimerspec *value, struct itimerspec *old);

enum {
	CLINUX_TFD_NONBLOCK = 04000,
	CLINUX_TFD_CLOEXEC = 02000000,
	CLINUX_TFD_TIMER_ABSTIME = 1,
	CLINUX_TFD_TIMER_CANCEL_ON_SET = 2,
};

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

/* The same for what will be written. */
static inline void clinux_prefetch_for_write(const void *address)
{
	__builtin_prefetch(address, 1);
}

/* Has the system make at once the pages of a range that aren't there yet: that takes two thirds of the time of a fault for each.
 * Only whole pages of the range, and a kernel before 5.14 makes none; they come all the same when they are touched. */
static inline void clinux_populate(void *start, size_t size)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	uintptr_t first = ((uintptr_t)start + page - 1) / page * page, end = ((uintptr_t)start + size) / page * page;
	enum { POPULATE_WRITE = 23 };
	if (first < end)
		madvise((void *)first, end - first, POPULATE_WRITE);
}

/* Reads a byte of each `step` bytes of a range, and its last one. */
static inline void clinux_touch(const void *start, size_t size, size_t step)
{
	const volatile char *bytes = start;
	for (size_t place = 0; place < size; place += step)
		(void)bytes[place];
	if (size > 0)
		(void)bytes[size - 1];
}

/* Glibc's declaration is for _GNU_SOURCE alone. */
int clinux_getaffinity(pid_t process, size_t size, unsigned long *set) __asm__("sched_getaffinity");

/* The processors that this process may use: not all, where its unit has CPUAffinity= or AllowedCPUs=. */
static inline int clinux_usable_processors(void)
{
	unsigned long set[64] = {0};
	int count = 0;
	/* More than 4,096 processors are an error, and more than anyone draws with. */
	if (clinux_getaffinity(0, sizeof set, set) != 0)
		return (int)sysconf(_SC_NPROCESSORS_ONLN);
	for (size_t index = 0; index < sizeof set / sizeof set[0]; index++)
		count += __builtin_popcountl(set[index]);
	return count;
}

/* Starts a thread that no signal ends up in: they belong to the program's own. Without a place for its name it ends by itself.
 * Returns 0, or an error's number. */
static inline int clinux_start_thread(pthread_t *name, void *(*body)(void *), void *argument)
{
	pthread_t thread;
	sigset_t all, before;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	int error = pthread_create(&thread, (pthread_attr_t *)0, body, argument);
	pthread_sigmask(SIG_SETMASK, &before, (sigset_t *)0);
	if (error)
		return error;
	if (name)
		*name = thread;
	else
		pthread_detach(thread);
	return 0;
}
