/* Takes away what a decoder of pictures doesn't need: Landlock limits the files that it can open, and a seccomp filter its
 * system calls. Neither can be undone. */
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
enum { CSANDBOX_ARCHITECTURE = AUDIT_ARCH_X86_64 };
#elif defined(__aarch64__)
enum { CSANDBOX_ARCHITECTURE = AUDIT_ARCH_AARCH64 };
#endif

/* Glibc only declares these for _GNU_SOURCE. */
enum { CSANDBOX_O_PATH = 010000000, CSANDBOX_CLONE_THREAD = 0x00010100 /* CLONE_VM | CLONE_THREAD */ };

/* System calls that are permitted with any arguments. Descriptors for writing are only the ones that are open already. */
static const uint32_t csandbox_calls[] = {
	/* Memory and threads. librsvg's filters use several threads. */
	SYS_brk, SYS_mmap, SYS_mprotect, SYS_mremap, SYS_munmap, SYS_madvise, SYS_futex, SYS_set_robust_list, SYS_rseq,
	SYS_set_tid_address, SYS_sched_yield, SYS_sched_getaffinity, SYS_membarrier, SYS_exit, SYS_exit_group,
	/* Signals to itself. */
	SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack, SYS_restart_syscall,
	/* Open descriptors. */
	SYS_read, SYS_readv, SYS_pread64, SYS_write, SYS_writev, SYS_lseek, SYS_close, SYS_fstat, SYS_fstatfs,
	SYS_fadvise64, SYS_getdents64, SYS_ppoll, SYS_eventfd2,
	/* Names of files. */
	SYS_newfstatat, SYS_statx, SYS_statfs, SYS_readlinkat, SYS_faccessat, SYS_faccessat2, SYS_getcwd,
	/* Time, and facts about the process and the system. */
	SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday, SYS_getrandom, SYS_getpid,
	SYS_gettid, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid, SYS_sysinfo, SYS_uname, SYS_getrlimit,
#ifdef __x86_64__
	SYS_stat, SYS_lstat, SYS_access, SYS_readlink, SYS_poll, SYS_time, SYS_arch_prctl,
#endif
};

/* Permits a system call if the `mask`ed low half of one of its arguments has a value. */
typedef struct {
	uint32_t call, argument, mask, value;
} csandbox_condition;

/* Allows the calls above, and others with some arguments. All others fail with EPERM. Returns 0 or an errno value: EINVAL
 * if the kernel has no seccomp, as under qemu-user. */
static inline int csandbox_filter_calls(void)
{
	const csandbox_condition conditions[] = {
		/* Files can be opened for reading only. */
		{SYS_openat, 2, O_ACCMODE | O_CREAT | O_TRUNC, O_RDONLY},
#ifdef __x86_64__
		{SYS_open, 1, O_ACCMODE | O_CREAT | O_TRUNC, O_RDONLY},
#endif
		/* Threads, but no processes. */
		{SYS_clone, 0, CSANDBOX_CLONE_THREAD, CSANDBOX_CLONE_THREAD},
		/* abort() sends a signal to its own thread. */
		{SYS_tgkill, 0, UINT32_MAX, (uint32_t)getpid()},
		/* F_DUPFD, F_GETFD, F_SETFD and F_GETFL. Other commands could send signals to the panel. */
		{SYS_fcntl, 1, ~3u, 0},
		{SYS_prlimit64, 0, UINT32_MAX, 0},
		{SYS_prctl, 0, UINT32_MAX, PR_SET_NAME},
	};
	enum {
		CALLS = sizeof csandbox_calls / sizeof csandbox_calls[0],
		CONDITIONS = sizeof conditions / sizeof conditions[0],
	};
	const uint32_t load = BPF_LD | BPF_W | BPF_ABS, equal = BPF_JMP | BPF_JEQ | BPF_K, end = BPF_RET | BPF_K;
	const uint32_t number = offsetof(struct seccomp_data, nr);
	struct sock_filter filter[6 + 2 * CALLS + 6 * CONDITIONS + 1];
	unsigned short count = 0;
#define CSANDBOX_ADD(...) (filter[count++] = (struct sock_filter)__VA_ARGS__)
	CSANDBOX_ADD({load, 0, 0, offsetof(struct seccomp_data, arch)});
	CSANDBOX_ADD({equal, 1, 0, CSANDBOX_ARCHITECTURE});
	CSANDBOX_ADD({end, 0, 0, SECCOMP_RET_KILL_PROCESS});
	CSANDBOX_ADD({load, 0, 0, number});
	/* The C library then tries clone, whose flags a filter can read. */
	CSANDBOX_ADD({equal, 0, 1, SYS_clone3});
	CSANDBOX_ADD({end, 0, 0, SECCOMP_RET_ERRNO | ENOSYS});
	for (size_t index = 0; index < CALLS; index++) {
		CSANDBOX_ADD({equal, 0, 1, csandbox_calls[index]});
		CSANDBOX_ADD({end, 0, 0, SECCOMP_RET_ALLOW});
	}
	for (size_t index = 0; index < CONDITIONS; index++) {
		const csandbox_condition *condition = &conditions[index];
		/* Both architectures are little-endian: the low half comes first. */
		const uint32_t argument = offsetof(struct seccomp_data, args) + 8 * condition->argument;
		CSANDBOX_ADD({equal, 0, 5, condition->call});
		CSANDBOX_ADD({load, 0, 0, argument});
		CSANDBOX_ADD({BPF_ALU | BPF_AND | BPF_K, 0, 0, condition->mask});
		CSANDBOX_ADD({equal, 0, 1, condition->value});
		CSANDBOX_ADD({end, 0, 0, SECCOMP_RET_ALLOW});
		CSANDBOX_ADD({end, 0, 0, SECCOMP_RET_ERRNO | EPERM});
	}
	CSANDBOX_ADD({end, 0, 0, SECCOMP_RET_ERRNO | EPERM});
#undef CSANDBOX_ADD
	const struct sock_fprog program = {.len = count, .filter = filter};
	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0 ? 0 : errno;
}

/* Permits only reading, of the given files and below the given directories. Kernels without Landlock ignore it. */
static inline void csandbox_limit_files(const char *const *paths, size_t count)
{
	enum { READ = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR };
	/* The rights of Landlock's first version; the seccomp filter denies what later ones added. */
	const struct landlock_ruleset_attr rules = {.handled_access_fs = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1};
	int set = (int)syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0);
	if (set < 0)
		return;
	for (size_t index = 0; index < count; index++) {
		struct landlock_path_beneath_attr rule = {.allowed_access = READ};
		rule.parent_fd = open(paths[index], CSANDBOX_O_PATH | O_CLOEXEC);
		if (rule.parent_fd < 0)
			continue;
		if (syscall(SYS_landlock_add_rule, set, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) != 0) {
			/* A file has no right to be listed. */
			rule.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE;
			syscall(SYS_landlock_add_rule, set, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
		}
		close(rule.parent_fd);
	}
	syscall(SYS_landlock_restrict_self, set, 0);
	close(set);
}

static inline void csandbox_limit(int resource, uint64_t soft, uint64_t hard)
{
	const struct rlimit value = {soft, hard};
	setrlimit(resource, &value);
}

/* Limits the process's resources: bytes of memory, seconds of processor time, no files to write and no core dump. */
static inline void csandbox_limit_resources(uint64_t memory, uint64_t seconds)
{
	/* An arena per thread would take 64 MB of address space each. */
	mallopt(M_ARENA_MAX, 1);
	csandbox_limit(RLIMIT_AS, memory, memory);
	/* SIGXCPU ends the process; the hard limit's signal would be SIGKILL. */
	csandbox_limit(RLIMIT_CPU, seconds, seconds + 1);
	csandbox_limit(RLIMIT_FSIZE, 0, 0);
	csandbox_limit(RLIMIT_CORE, 0, 0);
	csandbox_limit(RLIMIT_NOFILE, 64, 64);
}

/* Needed before both restrictions. */
static inline int csandbox_drop_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }
