/* Preloaded into the program, makes calls fail. Each line of the file $FAULTS has the name of a call and the errno with
 * which the call fails, until the line is removed; with -1, the program is killed before the call. Of the calls of write, only those for regular files fail, after
 * writing half of the bytes. The names slow-fsync, slow-crypt and slow-write make fsync, crypt_ra and writes of regular
 * files wait instead, slow-mount all accesses of paths that begin with $MOUNT. Datagrams for the journal go to $JOURNAL. */
#define _GNU_SOURCE
#include <crypt.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

static int killed_or(int code)
{
	if (code < 0)
		kill(getpid(), SIGKILL);
	return code;
}

/* Returns the errno, or 0. Uses system calls directly, because the functions below replace the C library's. */
static int fault(const char *call)
{
	const char *path = getenv("FAULTS");
	int fd = path ? syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC) : -1;
	if (fd < 0)
		return 0;
	char text[512] = {0};
	long count = syscall(SYS_read, fd, text, sizeof text - 1);
	syscall(SYS_close, fd);
	size_t length = strlen(call);
	for (char *line = count > 0 ? text : NULL; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
		if (!strncmp(line, call, length) && line[length] == ' ')
			return killed_or(atoi(line + length));
	return 0;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define FAIL(name) \
	if ((errno = fault(name))) \
		return -1

int memfd_create(const char *name, unsigned flags)
{
	int saved = errno;
	FAIL("memfd_create");
	errno = saved;
	return NEXT(memfd_create)(name, flags);
}

int ftruncate(int fd, off_t length)
{
	FAIL("ftruncate");
	return NEXT(ftruncate)(fd, length);
}

static void wait_while_slow(const char *call)
{
	while (fault(call))
		usleep(1000);
}

char *crypt_ra(const char *phrase, const char *setting, void **data, int *size)
{
	wait_while_slow("slow-crypt");
	return NEXT(crypt_ra)(phrase, setting, data, size);
}

int fsync(int fd)
{
	wait_while_slow("slow-fsync");
	FAIL("fsync");
	return NEXT(fsync)(fd);
}

int rename(const char *from, const char *to)
{
	FAIL("rename");
	return NEXT(rename)(from, to);
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset)
{
	FAIL("pwrite");
	return NEXT(pwrite)(fd, bytes, count, offset);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument)
{
	int code = fault("pthread_create");
	return code ? code : NEXT(pthread_create)(thread, attributes, body, argument);
}

void *mmap(void *address, size_t length, int protection, int flags, int fd, off_t offset)
{
	/* Only the memory of frames, which is a shared and writable file. */
	if (fd >= 0 && (flags & MAP_SHARED) && (protection & PROT_WRITE) && (errno = fault("mmap")))
		return MAP_FAILED;
	return NEXT(mmap)(address, length, protection, flags, fd, offset);
}

/* As for a mount whose server doesn't answer. */
static void wait_for_mount(const char *path)
{
	const char *mount = getenv("MOUNT");
	if (mount && !strncmp(path, mount, strlen(mount)))
		wait_while_slow("slow-mount");
}

int access(const char *path, int mode)
{
	wait_for_mount(path);
	return NEXT(access)(path, mode);
}

/* libsystemd calls this. */
int open64(const char *path, int flags, ...)
{
	va_list rest;
	va_start(rest, flags);
	mode_t mode = va_arg(rest, int);
	va_end(rest);
	wait_for_mount(path);
	return NEXT(open64)(path, flags, mode);
}

ssize_t sendto(
	int fd, const void *bytes, size_t count, int flags, const struct sockaddr *address, socklen_t length)
{
	const char *journal = getenv("JOURNAL");
	struct sockaddr_un other = {.sun_family = AF_UNIX};
	if (journal && address && !strcmp(((const struct sockaddr_un *)address)->sun_path, "/run/systemd/journal/socket")) {
		snprintf(other.sun_path, sizeof other.sun_path, "%s", journal);
		return NEXT(sendto)(fd, bytes, count, flags, (const struct sockaddr *)&other, sizeof other);
	}
	return NEXT(sendto)(fd, bytes, count, flags, address, length);
}

/* After the file $SWAP was opened, replaces it with $SWAP.next. */
int open(const char *path, int flags, ...)
{
	va_list rest;
	va_start(rest, flags);
	wait_for_mount(path);
	int fd = NEXT(open)(path, flags, va_arg(rest, int));
	va_end(rest);
	const char *swap = getenv("SWAP");
	if (fd >= 0 && swap && !strcmp(path, swap)) {
		int saved = errno;
		char next[4096];
		snprintf(next, sizeof next, "%s.next", swap);
		renameat(AT_FDCWD, next, AT_FDCWD, swap);
		errno = saved;
	}
	return fd;
}

ssize_t write(int fd, const void *bytes, size_t count)
{
	struct stat status;
	struct statfs system;
	/* Files in /proc are regular ones, too. */
	if (fstat(fd, &status) || !S_ISREG(status.st_mode) || fstatfs(fd, &system) || system.f_type == PROC_SUPER_MAGIC)
		return NEXT(write)(fd, bytes, count);
	wait_while_slow("slow-write");
	int code = fault("write");
	if (!code)
		return NEXT(write)(fd, bytes, count);
	if (count > 1)
		return NEXT(write)(fd, bytes, count / 2);
	errno = code;
	return -1;
}
