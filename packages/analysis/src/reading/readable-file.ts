/** A window of bytes, `start` included, `end` excluded. */
export interface ByteRange {
  /** The first byte, from 0. */
  readonly start: number
  /** The byte after the last. */
  readonly end: number
}

/** All that analysis needs of a file. */
export interface ReadableFile {
  /** Bytes. */
  readonly size: number
  /** Bytes of the window, clipped to the file. A rejection leaves facts out, with the reason `unreadable`. */
  read(range: ByteRange): Promise<Uint8Array>
}
