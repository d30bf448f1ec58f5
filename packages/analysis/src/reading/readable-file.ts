/** A window of bytes, `start` included, `end` excluded. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** All that analysis needs of a file. */
export interface ReadableFile {
  /** Bytes. */
  readonly size: number
  /** Bytes of the window, clipped to the file. A rejection leaves facts out, with the reason `unreadable`. */
  read(range: ByteRange): Promise<Uint8Array>
}
