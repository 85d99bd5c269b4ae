// A disk that keeps a diary and can fail: preloaded into a program, it stands between the program and one folder.
//
//   HEARTH_DISK_FOLDER  the folder, without links in its path; what is beside it is left alone
//   HEARTH_DISK_LOG     every change below the folder is added to this file (format: Record, read by OperationLog.swift)
//   HEARTH_DISK_SABOTAGE   exit:N  the process is killed instead of making its N-th change
//                       sync:N  the N-th fsync or fdatasync fails with EIO, once
//                       full:N  from the N-th write on the disk is full (ENOSPC) until HEARTH_DISK_SPACE is there
//                       quota:N the same of a quota (EDQUOT), of which the file system says nothing
//   HEARTH_DISK_SPACE   a file that says that the disk has space again
//   HEARTH_DISK_DAYS    days that the wall clock is ahead
//
// One lock makes the diary's order the order in which the changes happened: a sync stands behind all writes that it covers. System calls are
// made by number, so that nothing here comes back to itself. Shared memory of SQLite (-shm) does not outlive a crash and is no part of this.

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum Kind { OPENED = 1, CREATED, WRITTEN, TRUNCATED, SYNCED, SYNC_FAILED, RENAMED, LINKED, UNLINKED, FOLDER_MADE, FOLDER_REMOVED };

// Little-endian; `length` bytes follow: what was written, a path below the folder, or two with a zero byte between them.
struct Record {
  uint32_t kind;
  uint32_t zero;
  uint64_t file;
  uint64_t offset;
  uint64_t length;
};

enum { FILES_MAX = 4096 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char folder[PATH_MAX];
static size_t folder_length;
static int diary = -1;
static char sabotage[8];
static uint64_t sabotage_number;
static const char *space_file;
static int64_t days;
static uint64_t changes, writes, syncs;
// The inode behind a descriptor of the folder; 0: none.
static uint64_t files[FILES_MAX];

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("HEARTH_DISK_FOLDER"), *log = getenv("HEARTH_DISK_LOG"), *what = getenv("HEARTH_DISK_SABOTAGE");
  const char *ahead = getenv("HEARTH_DISK_DAYS");
  space_file = getenv("HEARTH_DISK_SPACE");
  if (ahead) days = atoll(ahead);
  if (what) sscanf(what, "%7[^:]:%lu", sabotage, &sabotage_number);
  if (!path || !log) return;
  int file = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  // High, so that the program's own descriptors have the numbers that they always have.
  diary = fcntl(file, F_DUPFD_CLOEXEC, 900);
  syscall(SYS_close, file);
  if (diary < 0) abort();
  snprintf(folder, sizeof folder, "%s", path);
  folder_length = strlen(folder);
}

// MARK: What belongs to the folder

// The path below the folder: "" for the folder itself, NULL for what is elsewhere.
static const char *below(const char *path) {
  if (diary < 0 || strncmp(path, folder, folder_length) != 0) return NULL;
  size_t length = strlen(path);
  if (length > 4 && strcmp(path + length - 4, "-shm") == 0) return NULL;
  if (path[folder_length] == '/') return path + folder_length + 1;
  return path[folder_length] == 0 ? "" : NULL;
}

// As `below`, of a path that is relative to a folder's descriptor; `buffer` keeps it.
static const char *below_at(int at, const char *path, char buffer[PATH_MAX]) {
  if (path[0] == '/' || at == AT_FDCWD) return below(path);
  char link[64], base[PATH_MAX / 2];
  snprintf(link, sizeof link, "/proc/self/fd/%d", at);
  ssize_t length = readlink(link, base, sizeof base - 1);
  if (length < 0) return NULL;
  base[length] = 0;
  if (snprintf(buffer, PATH_MAX, "%s/%s", base, path) >= PATH_MAX) abort();
  return below(buffer);
}

static int is_ours(int fd) {
  struct stat status;
  if (fd < 0 || fd >= FILES_MAX || files[fd] == 0) return 0;
  // A descriptor that was closed where this could not see it is somebody else's by now.
  if (fstat(fd, &status) == 0 && status.st_ino == files[fd]) return 1;
  files[fd] = 0;
  return 0;
}

// MARK: The diary

static void note(uint32_t kind, uint64_t file, uint64_t offset, const void *bytes, size_t length) {
  struct Record record = {kind, 0, file, offset, length};
  struct iovec parts[2] = {{&record, sizeof record}, {(void *)bytes, length}};
  int saved = errno;
  if (syscall(SYS_writev, diary, parts, 2) != (long)(sizeof record + length)) abort();
  errno = saved;
}

static void note_two(uint32_t kind, const char *from, const char *to) {
  char both[PATH_MAX * 2];
  size_t first = strlen(from) + 1, second = strlen(to);
  memcpy(both, from, first);
  memcpy(both + first, to, second);
  note(kind, 0, 0, both, first + second);
}

// MARK: Sabotage

static int is_sabotage(const char *name) { return strcmp(sabotage, name) == 0; }

// Before every change, under the lock.
static void change(void) {
  changes += 1;
  if (is_sabotage("exit") && changes == sabotage_number) {
    kill(getpid(), SIGKILL);
    for (;;) pause();
  }
}

static int is_full(void) {
  struct stat status;
  return (is_sabotage("full") || is_sabotage("quota")) && writes >= sabotage_number && !(space_file && stat(space_file, &status) == 0);
}

// Before whatever needs space, under the lock: 0, or -1 on a full disk.
static int take_space(void) {
  writes += 1;
  if (!is_full()) return 0;
  errno = is_sabotage("quota") ? EDQUOT : ENOSPC;
  return -1;
}

// MARK: Files

static int opened(int at, const char *path, int flags, mode_t mode) {
  char buffer[PATH_MAX];
  const char *name = below_at(at, path, buffer);
  if (!name) return syscall(SYS_openat, at, path, flags, mode);
  pthread_mutex_lock(&lock);
  int is_new = (flags & O_CREAT) && faccessat(at, path, F_OK, AT_SYMLINK_NOFOLLOW) != 0;
  if (is_new) change();
  int fd = is_new && take_space() != 0 ? -1 : (int)syscall(SYS_openat, at, path, flags, mode);
  struct stat status;
  if (fd >= 0 && fd < FILES_MAX && fstat(fd, &status) == 0) {
    // By its real path: "folder/.." is another one.
    char link[64], real[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, real, sizeof real - 1);
    real[length < 0 ? 0 : length] = 0;
    name = below(real);
    files[fd] = name ? status.st_ino : 0;
    if (name) note(is_new ? CREATED : OPENED, status.st_ino, 0, name, strlen(name));
    if (name && !is_new && (flags & O_TRUNC)) note(TRUNCATED, status.st_ino, 0, "", 0);
  }
  pthread_mutex_unlock(&lock);
  return fd;
}

#define MODE(flags, last)               \
  mode_t mode = 0;                      \
  if ((flags) & (O_CREAT | O_TMPFILE)) { \
    va_list list;                       \
    va_start(list, last);               \
    mode = va_arg(list, mode_t);        \
    va_end(list);                       \
  }

int open(const char *path, int flags, ...) {
  MODE(flags, flags)
  return opened(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  MODE(flags, flags)
  return opened(AT_FDCWD, path, flags, mode);
}

int openat(int at, const char *path, int flags, ...) {
  MODE(flags, flags)
  return opened(at, path, flags, mode);
}

int openat64(int at, const char *path, int flags, ...) {
  MODE(flags, flags)
  return opened(at, path, flags, mode);
}

int mkostemp(char *template, int flags) {
  static uint64_t number;
  size_t length = strlen(template);
  for (int attempt = 0; attempt < 1000; attempt++) {
    char digits[7];
    snprintf(digits, sizeof digits, "%06lx", (__atomic_add_fetch(&number, 1, __ATOMIC_RELAXED) + (uint64_t)getpid() * 4099) & 0xFFFFFF);
    memcpy(template + length - 6, digits, 6);
    int fd = opened(AT_FDCWD, template, O_RDWR | O_CREAT | O_EXCL | flags, 0600);
    if (fd >= 0 || errno != EEXIST) return fd;
  }
  return -1;
}

int mkstemp(char *template) { return mkostemp(template, 0); }

int close(int fd) {
  // A thread that is given the number next must find it free.
  if (fd >= 0 && fd < FILES_MAX) files[fd] = 0;
  return syscall(SYS_close, fd);
}

// Writes at an offset, or where the descriptor stands if that is negative.
static ssize_t put(int fd, const void *bytes, size_t count, off_t offset) {
  pthread_mutex_lock(&lock);
  change();
  // What a disk that becomes full does: the first write is a short one.
  int is_first = (is_sabotage("full") || is_sabotage("quota")) && writes + 1 == sabotage_number;
  size_t fitting = count;
  if (take_space() != 0) fitting = is_first ? count / 2 : 0;
  ssize_t done = -1;
  if (fitting > 0 || count == 0) {
    done = offset < 0 ? syscall(SYS_write, fd, bytes, fitting) : syscall(SYS_pwrite64, fd, bytes, fitting, offset);
    if (done > 0) note(WRITTEN, files[fd], offset < 0 ? lseek(fd, 0, SEEK_CUR) - done : offset, bytes, done);
  }
  pthread_mutex_unlock(&lock);
  return done;
}

ssize_t write(int fd, const void *bytes, size_t count) {
  return is_ours(fd) ? put(fd, bytes, count, -1) : syscall(SYS_write, fd, bytes, count);
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset) {
  return is_ours(fd) ? put(fd, bytes, count, offset) : syscall(SYS_pwrite64, fd, bytes, count, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t offset) { return pwrite(fd, bytes, count, offset); }

// A program that copies files so has another way when it is told that this one is not there.
ssize_t sendfile(int to, int from, off_t *offset, size_t count) {
  if (!is_ours(to)) return syscall(SYS_sendfile, to, from, offset, count);
  static _Thread_local char bytes[1 << 16];
  ssize_t read = pread(from, bytes, count < sizeof bytes ? count : sizeof bytes, offset ? *offset : lseek(from, 0, SEEK_CUR));
  if (read <= 0) return read;
  ssize_t done = put(to, bytes, read, -1);
  if (done > 0 && offset) *offset += done;
  if (done > 0 && !offset) lseek(from, done, SEEK_CUR);
  return done;
}

int ftruncate(int fd, off_t size) {
  if (!is_ours(fd)) return syscall(SYS_ftruncate, fd, size);
  pthread_mutex_lock(&lock);
  change();
  int result = syscall(SYS_ftruncate, fd, size);
  if (result == 0) note(TRUNCATED, files[fd], size, "", 0);
  pthread_mutex_unlock(&lock);
  return result;
}

int ftruncate64(int fd, off64_t size) { return ftruncate(fd, size); }

static int synced(int fd, long number) {
  if (!is_ours(fd)) return syscall(number, fd);
  pthread_mutex_lock(&lock);
  change();
  syncs += 1;
  int result = -1;
  if (is_sabotage("sync") && syncs == sabotage_number) {
    note(SYNC_FAILED, files[fd], 0, "", 0);
    errno = EIO;
  } else {
    result = syscall(number, fd);
    if (result == 0) note(SYNCED, files[fd], 0, "", 0);
  }
  pthread_mutex_unlock(&lock);
  return result;
}

int fsync(int fd) { return synced(fd, SYS_fsync); }
int fdatasync(int fd) { return synced(fd, SYS_fdatasync); }

// MARK: Names

int renameat(int from_at, const char *from, int to_at, const char *to) {
  char first[PATH_MAX], second[PATH_MAX];
  const char *old = below_at(from_at, from, first), *new = below_at(to_at, to, second);
  if (!old && !new) return syscall(SYS_renameat2, from_at, from, to_at, to, 0);
  // Nothing comes from elsewhere or goes there.
  if (!old || !new) abort();
  pthread_mutex_lock(&lock);
  change();
  int result = syscall(SYS_renameat2, from_at, from, to_at, to, 0);
  if (result == 0) note_two(RENAMED, old, new);
  pthread_mutex_unlock(&lock);
  return result;
}

int rename(const char *from, const char *to) { return renameat(AT_FDCWD, from, AT_FDCWD, to); }

int link(const char *from, const char *to) {
  const char *old = below(from), *new = below(to);
  if (!old && !new) return syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
  if (!old || !new) abort();
  pthread_mutex_lock(&lock);
  change();
  int result = take_space() != 0 ? -1 : (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
  if (result == 0) note_two(LINKED, old, new);
  pthread_mutex_unlock(&lock);
  return result;
}

int unlinkat(int at, const char *path, int flags) {
  char buffer[PATH_MAX];
  const char *name = below_at(at, path, buffer);
  if (!name) return syscall(SYS_unlinkat, at, path, flags);
  pthread_mutex_lock(&lock);
  change();
  int result = syscall(SYS_unlinkat, at, path, flags);
  if (result == 0) note(flags & AT_REMOVEDIR ? FOLDER_REMOVED : UNLINKED, 0, 0, name, strlen(name));
  pthread_mutex_unlock(&lock);
  return result;
}

int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }

int remove(const char *path) {
  int result = unlink(path);
  return result != 0 && errno == EISDIR ? rmdir(path) : result;
}

int mkdir(const char *path, mode_t mode) {
  const char *name = below(path);
  if (!name) return syscall(SYS_mkdirat, AT_FDCWD, path, mode);
  pthread_mutex_lock(&lock);
  change();
  int result = take_space() != 0 ? -1 : (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
  if (result == 0) note(FOLDER_MADE, 0, 0, name, strlen(name));
  pthread_mutex_unlock(&lock);
  return result;
}

// MARK: Space

// Who asks the file system whether it is full hears what the writes hear; of a quota nothing.
int statvfs(const char *path, struct statvfs *status) {
  int fd = syscall(SYS_openat, AT_FDCWD, path, O_PATH | O_CLOEXEC, 0);
  if (fd < 0) return -1;
  int result = fstatvfs(fd, status);
  syscall(SYS_close, fd);
  pthread_mutex_lock(&lock);
  if (result == 0 && is_sabotage("full") && is_full()) status->f_bavail = 0;
  pthread_mutex_unlock(&lock);
  return result;
}

int statvfs64(const char *path, struct statvfs64 *status) __attribute__((alias("statvfs")));

// MARK: The clock

int clock_gettime(clockid_t clock, struct timespec *time) {
  int result = syscall(SYS_clock_gettime, clock, time);
  if (result == 0 && clock == CLOCK_REALTIME) time->tv_sec += days * 86400;
  return result;
}
