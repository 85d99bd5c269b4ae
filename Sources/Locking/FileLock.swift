import Glibc

/// Gives the `flock` on a file back and closes the file.
///
/// To close alone is not enough: a child that starts meanwhile has the file as well until it runs its program, and
/// holds the lock as long.
public func unlockAndClose(_ file: CInt) {
  flock(file, LOCK_UN)
  close(file)
}
