/** Facts of a file that the file system reports. */
export interface FileStat {
  /** Bytes. */
  readonly size: number
  /** When it last changed, in milliseconds since the Unix epoch. */
  readonly mtimeMs: number
  /** Whether it is a regular file: no directory, link or device. */
  isFile(): boolean
}

/**
 * The calls that blobs and staging make to the file system, one method each, so that a test can make the n-th call
 * fail or write too few bytes. Rejections are Node's own, with the system's `code`.
 */
export interface FileSystem {
  /** `flags` are `O_*` bits. A new file gets `mode` less the umask. */
  open(path: string, flags: number, mode?: number): Promise<number>
  /**
   * `settled` says that the file's bytes are durable and that it keeps its name, so the close has nothing to wait
   * for.
   */
  close(fd: number, options?: { readonly settled: boolean }): Promise<void>
  /** Reads from `position` into the start of `into`. Resolves to the number of bytes read: 0 at the end. */
  read(fd: number, into: Uint8Array, position: number): Promise<number>
  /** Writes at `position`. Resolves to the number of bytes written, which may be fewer than given. */
  write(fd: number, chunks: readonly Uint8Array[], position: number): Promise<number>
  /** Resolves when the file's bytes and size would survive a power loss. */
  sync(fd: number): Promise<void>
  /** Resolves when the names in the directory would survive a power loss, where the system can promise that. */
  syncDirectory(path: string): Promise<void>
  /** Facts of an open file or of a name. Does not follow a symbolic link. */
  stat(file: number | string): Promise<FileStat>
  /**
   * Bytes of the volume of a path: `free` for this process, and in `total`. Without this method, or with a `total`
   * of 0, nothing is kept free for deletions.
   */
  room?(path: string): Promise<{ readonly free: number; readonly total: number }>
  /** Gives a file a second name. `EEXIST` when the name is taken. */
  link(from: string, to: string): Promise<void>
  /** Renames a file and replaces any file of that name. */
  rename(from: string, to: string): Promise<void>
  /** Removes a name. `ENOENT` when there is none. */
  unlink(path: string): Promise<void>
  /** Makes one directory. `EEXIST` when the name is taken. */
  mkdir(path: string, mode: number): Promise<void>
  /** Removes an empty directory. */
  rmdir(path: string): Promise<void>
  /** The names in a directory, a few hundred in memory at a time. */
  names(path: string): AsyncIterable<string>
}
