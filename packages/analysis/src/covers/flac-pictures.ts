import { afterId3 } from '../formats/containers/id3.ts'
import type { BoundedReader } from '../reading/bounded-reader.ts'
import { type EmbeddedPicture, LARGEST_PICTURE, readPictureBlock } from './picture-block.ts'

const PICTURE = 6
const MOST_BLOCKS = 1024

/** The pictures among the metadata blocks (RFC 9639, 8). */
export async function* flacPictures(reader: BoundedReader): AsyncGenerator<EmbeddedPicture> {
  let at = (await afterId3(reader)) + 4
  for (let count = 0; count < MOST_BLOCKS; count += 1) {
    const head = await reader.read(at, at + 4)
    const type = head.readUInt8(0)
    const length = head.readUIntBE(1, 3)
    if ((type & 0x7f) === PICTURE && length <= LARGEST_PICTURE) {
      const picture = readPictureBlock(await reader.read(at + 4, at + 4 + length))
      if (picture !== null) yield picture
    }
    if ((type & 0x80) !== 0) return
    at += 4 + length
  }
}
