/* Declarations that Swift's Glibc module lacks. Some are copied from system headers, because <linux/fcntl.h> conflicts
 * with Glibc's struct flock. */
#pragma once
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/vfs.h>
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
	CLINUX_F_GET_SEALS = 1034,
	CLINUX_F_SEAL_SEAL = 0x0001,
	CLINUX_F_SEAL_SHRINK = 0x0002,
	CLINUX_F_SEAL_GROW = 0x0004,
	CLINUX_F_SEAL_FUTURE_WRITE = 0x0010,
};

/* Whether a descriptor is of memfd_create without MFD_HUGETLB. Huge pages may be missing when they are read. */
static inline int clinux_is_plain_memory(int fd)
{
	enum { TMPFS_MAGIC = 0x01021994 };
	struct statfs status;
	return fstatfs(fd, &status) == 0 && status.f_type == TMPFS_MAGIC;
}

/* Linux's <sys/socket.h> declares MSG_CMSG_CLOEXEC only for _GNU_SOURCE. */
enum { CLINUX_MAXIMUM_DESCRIPTORS = 16, CLINUX_MSG_CMSG_CLOEXEC = 0x40000000 };

/* Receives bytes and the descriptors that come with them, at most CLINUX_MAXIMUM_DESCRIPTORS. The kernel closes further
 * ones. Stores the number of descriptors in `count`. Returns the number of bytes, or -1. */
static inline ssize_t clinux_receive(int socket, void *bytes, size_t size, int *descriptors, int *count)
{
	union {
		char bytes[CMSG_SPACE(CLINUX_MAXIMUM_DESCRIPTORS * sizeof(int))];
		struct cmsghdr aligned;
	} control;
	struct iovec vector = {bytes, size};
	struct msghdr message = {.msg_iov = &vector, .msg_iovlen = 1};
	message.msg_control = control.bytes;
	message.msg_controllen = sizeof control.bytes;
	ssize_t length = recvmsg(socket, &message, CLINUX_MSG_CMSG_CLOEXEC);
	*count = 0;
	if (length < 0)
		return length;
	for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
		if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS)
			continue;
		int received = (int)((header->cmsg_len - CMSG_LEN(0)) / sizeof(int));
		memcpy(descriptors + *count, CMSG_DATA(header), (size_t)received * sizeof(int));
		*count += received;
	}
	return length;
}

/* Sends bytes with descriptors. Returns the number of bytes, or -1. */
static inline ssize_t clinux_send(int socket, const void *bytes, size_t size, const int *descriptors, int count, int flags)
{
	union {
		char bytes[CMSG_SPACE(CLINUX_MAXIMUM_DESCRIPTORS * sizeof(int))];
		struct cmsghdr aligned;
	} control = {{0}};
	struct iovec vector = {(void *)bytes, size};
	struct msghdr message = {.msg_iov = &vector, .msg_iovlen = 1};
	size_t length = (size_t)count * sizeof(int);
	if (count > 0 && count <= CLINUX_MAXIMUM_DESCRIPTORS) {
		message.msg_control = control.bytes;
		message.msg_controllen = CMSG_SPACE(length);
		struct cmsghdr *header = CMSG_FIRSTHDR(&message);
		header->cmsg_level = SOL_SOCKET;
		header->cmsg_type = SCM_RIGHTS;
		header->cmsg_len = CMSG_LEN(length);
		memcpy(CMSG_DATA(header), descriptors, length);
	}
	return sendmsg(socket, &message, flags | MSG_NOSIGNAL);
}

/* Prefetches memory for reading. Any address is safe: an invalid address is ignored. */
static inline void clinux_prefetch(const void *address) { __builtin_prefetch(address); }

/* Prefetches memory for writing. */
static inline void clinux_prefetch_for_write(const void *address)
{
	__builtin_prefetch(address, 1);
}

/* Maps the missing pages of a range with one call, which takes two thirds of the time of a page fault per page. Only whole
 * pages are mapped. Kernels before 5.14 don't support the call; each page is then mapped when it is first accessed. */
static inline void clinux_populate(void *start, size_t size)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	uintptr_t first = ((uintptr_t)start + page - 1) / page * page, end = ((uintptr_t)start + size) / page * page;
	enum { POPULATE_WRITE = 23 }; /* MADV_POPULATE_WRITE */
	if (first < end)
		madvise((void *)first, end - first, POPULATE_WRITE);
}

/* Reads a byte every `step` bytes of a range, and its last byte, so that the kernel maps its pages. */
static inline void clinux_touch(const void *start, size_t size, size_t step)
{
	const volatile char *bytes = start;
	for (size_t offset = 0; offset < size; offset += step)
		(void)bytes[offset];
	if (size > 0)
		(void)bytes[size - 1];
}

/* Glibc only declares this for _GNU_SOURCE. */
int clinux_getaffinity(pid_t process, size_t size, unsigned long *set) __asm__("sched_getaffinity");

/* The number of processors that this process may use. CPUAffinity= and AllowedCPUs= in its unit reduce it. */
static inline int clinux_usable_processors(void)
{
	unsigned long set[64] = {0}; /* A bit per processor. */
	int count = 0;
	/* The call fails if the system has more than 4,096 processors. */
	if (clinux_getaffinity(0, sizeof set, set) != 0)
		return (int)sysconf(_SC_NPROCESSORS_ONLN);
	for (size_t index = 0; index < sizeof set / sizeof set[0]; index++)
		count += __builtin_popcountl(set[index]);
	return count;
}

/* Starts a thread with all signals blocked, so that other threads handle them. Stores the thread's ID in `id`; if `id` is
 * null, the thread is detached. Returns 0 or an errno value. */
static inline int clinux_start_thread(pthread_t *id, void *(*body)(void *), void *argument)
{
	pthread_t thread;
	sigset_t all, previous;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &previous);
	int error = pthread_create(&thread, (pthread_attr_t *)0, body, argument);
	pthread_sigmask(SIG_SETMASK, &previous, (sigset_t *)0);
	if (error)
		return error;
	if (id)
		*id = thread;
	else
		pthread_detach(thread);
	return 0;
}
