import type { BoundedReader } from '../reading/bounded-reader.ts'
import type { ByteRange } from '../reading/readable-file.ts'

/** Bytes of a block that are read. */
export const MOST_BYTES: number = 2 ** 20

/** Blocks of each kind that are kept. */
const MOST_BLOCKS = 8

/** The blocks of one kind. The first ones are kept, further ones not even read. */
export class BlockList<Block> {
  readonly #blocks: Block[] = []

  get all(): readonly Block[] {
    return this.#blocks
  }

  async add(read: () => Block | Promise<Block>): Promise<void> {
    if (this.#blocks.length < MOST_BLOCKS) this.#blocks.push(await read())
  }
}

/** A TIFF stream, and where it starts. */
export interface TiffPlace {
  readonly reader: BoundedReader
  readonly base: number
  /** Where it ends, if not with the reader. A value beyond is none. */
  readonly end?: number
}

/** What the file holds besides its pixels. */
export interface MetadataBlocks {
  /** EXIF: the first directory of each is that of the main picture. */
  readonly exif: BlockList<TiffPlace>
  /** Streams whose first directory is that of exposure data, or of the location (Canon's CR3). */
  readonly exposure: BlockList<TiffPlace>
  readonly gps: BlockList<TiffPlace>
  /** XMP packets. */
  readonly xmp: BlockList<Buffer>
  /** IPTC-IIM records. */
  readonly iptc: BlockList<Buffer>
}

/** Finds the blocks of a file of one format. Throws a `RangeError` where the file ends or is damaged. */
export type FindBlocks = (reader: BoundedReader, blocks: MetadataBlocks) => Promise<void>

/** No blocks. */
export function noBlocks(): MetadataBlocks {
  return {
    exif: new BlockList(),
    exposure: new BlockList(),
    gps: new BlockList(),
    xmp: new BlockList(),
    iptc: new BlockList(),
  }
}

/** The bytes of a block, as many as are read of one. */
export function blockBytes(reader: BoundedReader, { start, end }: ByteRange): Promise<Buffer> {
  return reader.read(start, Math.min(end, start + MOST_BYTES))
}
