import { chunks } from '../formats/containers/riff.ts'
import { blockBytes, type FindBlocks } from './blocks.ts'
import { prefixOf } from './exif-prefix.ts'

/** The chunks `EXIF` and `XMP ` (RFC 9649, 2.7.1.5). */
export const findInWebp: FindBlocks = async (reader, blocks) => {
  for await (const { name, start, end } of chunks(reader, 12, reader.size)) {
    if (name === 'XMP ') await blocks.xmp.add(() => blockBytes(reader, { start, end }))
    if (name !== 'EXIF') continue
    const offset = await prefixOf(reader, start)
    await blocks.exif.add(() => ({ reader, base: start + offset }))
  }
}
