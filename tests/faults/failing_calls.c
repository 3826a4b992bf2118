/* Lets calls of libc fail, in a program that preloads this library and arms it: the n-th step of writing into a folder,
 * or the n-th request of the core for memory. Instead of failing, a step with error 0 kills the program. Steps are what
 * can fail on a full, damaged or vanished disk; removing and closing files is left alone. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum { LONGEST = 4096, HANDLES = 4096 };

static char folder[LONGEST];
static int fatal, lasts, error, steps;
static unsigned char writes[HANDLES];
static int fatal_memory, requests;

void arm_disk(const char *below, int step, int number, int for_ever) {
    strncpy(folder, below, LONGEST - 1);
    fatal = step;
    error = number;
    lasts = for_ever;
    steps = 0;
}

int disk_steps(void) { return steps; }

void arm_memory(int request) {
    fatal_memory = request;
    requests = 0;
}

int memory_requests(void) { return requests; }

static int fails(void) {
    steps++;
    if (fatal && (steps == fatal || (lasts && steps > fatal))) {
        if (!error) kill(getpid(), SIGKILL);
        errno = error;
        return 1;
    }
    return 0;
}

static int is_below(const char *path) { return folder[0] && path && strncmp(path, folder, strlen(folder)) == 0; }

static int is_written(int handle) { return folder[0] && handle >= 0 && handle < HANDLES && writes[handle]; }

static int opened(int handle, int ours) {
    if (handle >= 0 && handle < HANDLES) writes[handle] = (unsigned char)ours;
    return handle;
}

#define NEXT(type, name, ...) ((type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name))
#define OPENING(name)                                                        \
    int name(const char *path, int flags, ...) {                             \
        int ours = is_below(path) && (flags & (O_WRONLY | O_RDWR | O_CREAT)); \
        va_list more;                                                        \
        va_start(more, flags);                                               \
        int mode = va_arg(more, int);                                        \
        va_end(more);                                                        \
        if (ours && fails()) return -1;                                      \
        return opened(NEXT(int, #name, const char *, int, ...)(path, flags, mode), ours); \
    }
#define OPENING_AT(name)                                                     \
    int name(int at, const char *path, int flags, ...) {                     \
        int ours = is_below(path) && (flags & (O_WRONLY | O_RDWR | O_CREAT)); \
        va_list more;                                                        \
        va_start(more, flags);                                               \
        int mode = va_arg(more, int);                                        \
        va_end(more);                                                        \
        if (ours && fails()) return -1;                                      \
        return opened(NEXT(int, #name, int, const char *, int, ...)(at, path, flags, mode), ours); \
    }
OPENING(open)
OPENING(open64)
OPENING_AT(openat)
OPENING_AT(openat64)

ssize_t write(int handle, const void *data, size_t size) {
    if (is_written(handle) && fails()) return -1;
    return NEXT(ssize_t, "write", int, const void *, size_t)(handle, data, size);
}

ssize_t writev(int handle, const struct iovec *parts, int count) {
    if (is_written(handle) && fails()) return -1;
    return NEXT(ssize_t, "writev", int, const struct iovec *, int)(handle, parts, count);
}

int fsync(int handle) {
    if (is_written(handle) && fails()) return -1;
    return NEXT(int, "fsync", int)(handle);
}

int rename(const char *from, const char *to) {
    if (is_below(to) && fails()) return -1;
    return NEXT(int, "rename", const char *, const char *)(from, to);
}

int renameat2(int at_from, const char *from, int at_to, const char *to, unsigned flags) {
    if (is_below(to) && fails()) return -1;
    return NEXT(int, "renameat2", int, const char *, int, const char *, unsigned)(at_from, from, at_to, to, flags);
}

int link(const char *from, const char *to) {
    if (is_below(to) && fails()) return -1;
    return NEXT(int, "link", const char *, const char *)(from, to);
}

int mkdir(const char *path, mode_t mode) {
    if (is_below(path) && fails()) return -1;
    return NEXT(int, "mkdir", const char *, mode_t)(path, mode);
}

int chmod(const char *path, mode_t mode) {
    if (is_below(path) && fails()) return -1;
    return NEXT(int, "chmod", const char *, mode_t)(path, mode);
}

extern void *__libc_malloc(size_t size);
extern void *__libc_realloc(void *old, size_t size);

static int has_no_memory(const void *caller) {
    Dl_info where;
    if (!fatal_memory || !dladdr(caller, &where) || !where.dli_fname || !strstr(where.dli_fname, "/agi_emu/_core/"))
        return 0;
    return ++requests == fatal_memory;
}

void *malloc(size_t size) {
    return fatal_memory && has_no_memory(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *realloc(void *old, size_t size) {
    return fatal_memory && has_no_memory(__builtin_return_address(0)) ? NULL : __libc_realloc(old, size);
}
