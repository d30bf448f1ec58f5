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
 * The calls that blobs and staging make to the file system, one method each. So a test can let the n-th of
 * them fail, or write less than it was given. Rejections are Node's own, with the system's `code`.
 */
export interface FileSystem {
  /** `flags` are `O_*` bits; a file that is made gets `mode` less the umask. */
  open(path: string, flags: number, mode?: number): Promise<number>
  /**
   * `settled` says that the file's bytes are durable and that it keeps its name: then nothing is left to do for
   * the system that could wait.
   */
  close(fd: number, options?: { readonly settled: boolean }): Promise<void>
  /** Fills `into` from its start with what lies at `position`. Resolves to how many bytes came: 0 at the end. */
  read(fd: number, into: Uint8Array, position: number): Promise<number>
  /** Writes at `position`. Resolves to how many bytes the system took, which may be fewer than given. */
  write(fd: number, chunks: readonly Uint8Array[], position: number): Promise<number>
  /** Resolves when the file's bytes and size would survive a power loss. */
  sync(fd: number): Promise<void>
  /** Resolves when the names in the directory would survive a power loss, where the system can promise that. */
  syncDirectory(path: string): Promise<void>
  /** Of an open file, or of a name that is not followed when it is a symbolic link. */
  stat(file: number | string): Promise<FileStat>
  /**
   * Bytes of the volume of a path: those that this process may still use, and all. Left out, or with a `total` of 0,
   * nothing is kept free for deletions.
   */
  room?(path: string): Promise<{ readonly free: number; readonly total: number }>
  /** Gives a file a second name. `EEXIST` when the name is taken. */
  link(from: string, to: string): Promise<void>
  /** Gives a file another name, in place of what has that name. */
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
