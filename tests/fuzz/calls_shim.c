/* Sees what a process does to the files below one folder, and makes it fail: for LD_PRELOAD, see calls_shim.py.
 *
 * What is kept of each call that changes a file is what a disk would need to be in that state again; the -shm
 * of SQLite is memory, made anew by whoever opens the file.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

enum { WRITE, TRUNCATE, REMOVE, RENAME, SYNC, CREATE, MARK };
enum { NO_SPACE, IO_ERROR, SHORT_WRITE, LOCKED };
enum { READS = 1, WRITES = 2, SIZES = 4, SYNCS = 8, LOCKS = 16, NAMES = 32 };

struct op { int32_t kind, name; int64_t offset, length; };

static const int CONCERNS[] = {
    [NO_SPACE] = WRITES | NAMES,
    [IO_ERROR] = READS | WRITES | SIZES | SYNCS,
    [SHORT_WRITE] = WRITES,
    [LOCKED] = LOCKS,
};
static const int CODES[] = {[NO_SPACE] = ENOSPC, [IO_ERROR] = EIO, [SHORT_WRITE] = ENOSPC, [LOCKED] = EAGAIN};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char folder[4096];
static size_t folder_length;
static int keeps, no_syncs;
static char *kept;
static size_t kept_length, kept_room;
static int failing = -1;
static long eligible, first, until;
static void (*on_sync)(void);

void shim_watch(const char *path, int keep) {
    pthread_mutex_lock(&mutex);
    folder_length = (size_t)snprintf(folder, sizeof folder, "%s", path);
    keeps = keep;
    kept_length = 0;
    failing = -1;
    pthread_mutex_unlock(&mutex);
}
void shim_syncs(int none, void (*then)(void)) { no_syncs = none, on_sync = then; }
void shim_fail(int how, long from, long calls) {
    pthread_mutex_lock(&mutex);
    failing = how, eligible = 0, first = from, until = from + calls;
    pthread_mutex_unlock(&mutex);
}
long shim_eligible(void) { return eligible; }
const char *shim_kept(size_t *length) { return *length = kept_length, kept; }

static void keep(int kind, const char *name, int64_t offset, const void *bytes, size_t length) {
    if (!keeps || (strlen(name) > 4 && !strcmp(name + strlen(name) - 4, "-shm"))) return;
    struct op op = {kind, (int32_t)strlen(name), offset, (int64_t)length};
    size_t needed = sizeof op + (size_t)op.name + length;
    pthread_mutex_lock(&mutex);
    if (kept_length + needed > kept_room) {
        kept_room = 2 * (kept_length + needed);
        if (!(kept = realloc(kept, kept_room))) abort();
    }
    char *end = kept + kept_length;
    memcpy(end, &op, sizeof op);
    memcpy(end + sizeof op, name, (size_t)op.name);
    if (length) memcpy(end + sizeof op + op.name, bytes, length);
    kept_length += needed;
    pthread_mutex_unlock(&mutex);
}
void shim_mark(int64_t number) { keep(MARK, "", number, NULL, 0); }

/* The name of a path below the folder, "" for the folder itself, NULL for any other. */
static const char *below(const char *path) {
    if (!folder_length || strncmp(path, folder, folder_length)) return NULL;
    if (!path[folder_length]) return path + folder_length;
    return path[folder_length] == '/' ? path + folder_length + 1 : NULL;
}
static const char *named(int fd, char *room) {
    char link[64];
    if (!folder_length) return NULL;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, room, 4095);
    if (length < 0) return NULL;
    room[length] = 0;
    return strstr(room, " (deleted)") ? NULL : below(room);
}

/* Whether this call is to fail; errno says how. */
static int fails(int what) {
    pthread_mutex_lock(&mutex);
    int now = failing >= 0 && (CONCERNS[failing] & what);
    if (now) {
        now = eligible >= first && eligible < until;
        eligible++;
    }
    if (now) errno = CODES[failing];
    pthread_mutex_unlock(&mutex);
    return now;
}

#define REAL(result, function, ...)                                        \
    static result (*real)(__VA_ARGS__);                                    \
    if (!real) real = (result(*)(__VA_ARGS__))dlsym(RTLD_NEXT, #function)

/* A full disk has room where something stands already. */
static int has_room(int fd, off_t end) {
    struct stat there;
    return failing == NO_SPACE && !fstat(fd, &there) && end <= there.st_size;
}
static int half(size_t length, const char *name) {
    return name && failing == SHORT_WRITE && length > 1;
}

#define PWRITE(function)                                                             \
    ssize_t function(int fd, const void *bytes, size_t length, off_t offset) {       \
        REAL(ssize_t, function, int, const void *, size_t, off_t);                   \
        char room[4096];                                                             \
        const char *name = named(fd, room);                                          \
        if (name && !has_room(fd, offset + (off_t)length) && fails(WRITES)) {        \
            if (!half(length, name)) return -1;                                      \
            length /= 2;                                                             \
        }                                                                            \
        ssize_t wrote = real(fd, bytes, length, offset);                             \
        if (name && wrote > 0) keep(WRITE, name, offset, bytes, (size_t)wrote);      \
        return wrote;                                                                \
    }
PWRITE(pwrite)
PWRITE(pwrite64)

ssize_t write(int fd, const void *bytes, size_t length) {
    REAL(ssize_t, write, int, const void *, size_t);
    char room[4096];
    const char *name = named(fd, room);
    if (name && fails(WRITES)) {
        if (!half(length, name)) return -1;
        length /= 2;
    }
    off_t offset = name ? lseek(fd, 0, SEEK_CUR) : 0;
    ssize_t wrote = real(fd, bytes, length);
    if (name && wrote > 0) keep(WRITE, name, offset, bytes, (size_t)wrote);
    return wrote;
}

#define PREAD(function)                                                    \
    ssize_t function(int fd, void *bytes, size_t length, off_t offset) {   \
        REAL(ssize_t, function, int, void *, size_t, off_t);               \
        char room[4096];                                                   \
        if (named(fd, room) && fails(READS)) return -1;                    \
        return real(fd, bytes, length, offset);                            \
    }
PREAD(pread)
PREAD(pread64)

#define FTRUNCATE(function)                                                \
    int function(int fd, off_t length) {                                   \
        REAL(int, function, int, off_t);                                   \
        char room[4096];                                                   \
        const char *name = named(fd, room);                                \
        if (name && fails(SIZES)) return -1;                               \
        int result = real(fd, length);                                     \
        if (name && !result) keep(TRUNCATE, name, length, NULL, 0);        \
        return result;                                                     \
    }
FTRUNCATE(ftruncate)
FTRUNCATE(ftruncate64)

#define FSYNC(function)                                                    \
    int function(int fd) {                                                 \
        REAL(int, function, int);                                          \
        char room[4096];                                                   \
        const char *name = named(fd, room);                                \
        if (name && fails(SYNCS)) return -1;                               \
        int result = no_syncs ? 0 : real(fd);                              \
        if (name && !result) keep(SYNC, name, 0, NULL, 0);                 \
        if (name && on_sync) on_sync();                                    \
        return result;                                                     \
    }
FSYNC(fsync)
FSYNC(fdatasync)

int unlink(const char *path) {
    REAL(int, unlink, const char *);
    int result = real(path);
    if (!result && below(path)) keep(REMOVE, below(path), 0, NULL, 0);
    return result;
}

int rename(const char *old, const char *new) {
    REAL(int, rename, const char *, const char *);
    if (below(old) && fails(NAMES)) return -1;
    int result = real(old, new);
    if (!result && below(old) && below(new)) keep(RENAME, below(old), 0, below(new), strlen(below(new)));
    return result;
}

static int opened(int (*real)(int, const char *, int, ...), int at, const char *path, int how, mode_t mode) {
    const char *name = below(path);
    struct stat there;
    int makes = name && (how & O_CREAT) && stat(path, &there);
    if (makes && fails(NAMES)) return -1;
    int fd = real(at, path, how, mode);
    if (fd >= 0 && makes) keep(CREATE, name, 0, NULL, 0);
    if (fd >= 0 && name && (how & O_TRUNC)) keep(TRUNCATE, name, 0, NULL, 0);
    return fd;
}
#define MODE                                                   \
    mode_t mode = 0;                                           \
    if (how & (O_CREAT | O_TMPFILE)) {                         \
        va_list more;                                          \
        va_start(more, how);                                   \
        mode = va_arg(more, mode_t);                           \
        va_end(more);                                          \
    }
#define OPENAT(function)                                       \
    int function(int at, const char *path, int how, ...) {     \
        REAL(int, function, int, const char *, int, ...);      \
        MODE                                                   \
        return opened(real, at, path, how, mode);              \
    }
OPENAT(openat)
OPENAT(openat64)
#define OPEN(function)                                         \
    int function(const char *path, int how, ...) {             \
        REAL(int, openat, int, const char *, int, ...);        \
        MODE                                                   \
        return opened(real, AT_FDCWD, path, how, mode);        \
    }
OPEN(open)
OPEN(open64)

#define FCNTL(function)                                                              \
    int function(int fd, int what, ...) {                                            \
        REAL(int, function, int, int, ...);                                          \
        va_list more;                                                                \
        va_start(more, what);                                                        \
        void *given = va_arg(more, void *);                                          \
        va_end(more);                                                                \
        char room[4096];                                                             \
        if (what == F_SETLK && ((struct flock *)given)->l_type != F_UNLCK            \
            && named(fd, room) && fails(LOCKS)) return -1;                           \
        return real(fd, what, given);                                                \
    }
FCNTL(fcntl)
FCNTL(fcntl64)

/* SQLite counts its naps while it waits for a lock: none of them need last. */
int usleep(useconds_t time) { return (void)time, 0; }

/* Files are copied by calls that are seen. */
ssize_t sendfile(int out, int in, off_t *offset, size_t length) {
    (void)out, (void)in, (void)offset, (void)length;
    return errno = ENOTSOCK, -1;
}
ssize_t sendfile64(int out, int in, off_t *offset, size_t length) { return sendfile(out, in, offset, length); }
