/* Tries what the sandbox of cube-kiosk-decode has to prevent. Prints the attempts that succeed, and what should work but
 * fails. */
#define _GNU_SOURCE
#include "../../../Sources/CSandbox/sandbox.h"
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>

static void *body(void *argument)
{
	return argument;
}

#define PREVENTED(call)                                                                                                \
	if ((long)(call) >= 0)                                                                                         \
	printf("succeeded: " #call "\n")
#define WORKS(call)                                                                                                    \
	if ((long)(call) < 0)                                                                                          \
	printf("failed: " #call "\n")

int main(int count, char **arguments)
{
	const char *const paths[] = {"/usr", "/lib", "/lib64"};
	pthread_t thread;
	pid_t parent = getppid();
	struct rlimit limit = {1, 1};
	csandbox_limit_resources(768 << 20, 4);
	if (count != 2 || csandbox_drop_privileges() != 0)
		return 1;
	csandbox_limit_files(paths, 3);
	if (csandbox_filter_calls() != 0)
		return 1;

	/* Files: none can be written, and none outside of the paths can be read. */
	PREVENTED(open(arguments[1], O_RDONLY));
	PREVENTED(open("/etc/passwd", O_RDONLY));
	PREVENTED(open("/proc/self/mem", O_RDONLY));
	PREVENTED(open("/tmp", O_RDONLY | O_DIRECTORY));
	PREVENTED(open(arguments[1], O_WRONLY));
	PREVENTED(open("/dev/null", O_RDWR));
	PREVENTED(open("/tmp", O_TMPFILE | O_WRONLY, 0600));
	PREVENTED(unlink(arguments[1]));
	PREVENTED(rename(arguments[1], "/tmp/other"));
	PREVENTED(chmod(arguments[1], 0777));
	PREVENTED(truncate(arguments[1], 0));
	PREVENTED(mkdir("/tmp/cube-kiosk-sandbox", 0700));
	PREVENTED(memfd_create("a", 0));
	WORKS(open("/usr/bin/env", O_RDONLY));
	/* Processes. */
	PREVENTED(fork());
	PREVENTED(vfork());
	PREVENTED(execl("/usr/bin/env", "env", (char *)0));
	PREVENTED(kill(parent, 0));
	PREVENTED(syscall(SYS_tgkill, parent, parent, 0));
	PREVENTED(ptrace(PTRACE_SEIZE, parent, 0, 0));
	PREVENTED(prlimit(parent, RLIMIT_NOFILE, &limit, 0));
	PREVENTED(fcntl(1, F_SETOWN, parent));
	PREVENTED(fcntl(1, F_SETFL, O_ASYNC));
	PREVENTED(setpriority(PRIO_PROCESS, parent, 19));
	WORKS(-pthread_create(&thread, 0, body, 0));
	WORKS(-pthread_join(thread, 0));
	/* Network. */
	PREVENTED(socket(AF_UNIX, SOCK_STREAM, 0));
	PREVENTED(socket(AF_INET, SOCK_STREAM, 0));
	/* Memory beyond the limit. */
	PREVENTED(malloc(900 << 20) ? 0 : -1);
	WORKS(malloc(100 << 20) ? 0 : -1);
	printf("done\n");
	fflush(stdout);
	return 0;
}
