/* Preloaded into the program, counts its allocations. The number is a long at the start of the file $FAULTS. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

static long unmapped, *count = &unmapped;

__attribute__((constructor)) static void map_count(void)
{
	const char *path = getenv("FAULTS");
	int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
	void *memory = fd < 0 || ftruncate(fd, sizeof *count) ? MAP_FAILED
		: mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (memory != MAP_FAILED)
		count = memory;
	close(fd);
}

#define COUNT() __atomic_fetch_add(count, 1, __ATOMIC_RELAXED)

void *malloc(size_t size)
{
	COUNT();
	return __libc_malloc(size);
}

void *calloc(size_t number, size_t size)
{
	COUNT();
	return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size)
{
	COUNT();
	return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
	COUNT();
	return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
	COUNT();
	*memory = __libc_memalign(alignment, size);
	return *memory ? 0 : 12 /* ENOMEM */;
}
