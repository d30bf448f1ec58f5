import { findBox, isoBoxes } from '../formats/containers/iso-boxes.ts'
import { blockBytes, type FindBlocks } from './blocks.ts'
import { findInJpegAt } from './jpeg-blocks.ts'

/** The file itself is a TIFF stream. */
export const findInTiff: FindBlocks = async (reader, blocks) => {
  await blocks.exif.add(() => ({ reader, base: 0 }))
}

/** Canon's box of metadata. */
const CANON = '85c0b687820f11e08111f4ce462b6a48'
/** The box of XMP (XMP part 3, 1.2.7.1). */
export const XMP_UUID = 'be7acfcb97a942e89c71999491e3afac'

/** Canon CR3: TIFF streams, one for each directory, in boxes of the movie. */
export const findInCanon: FindBlocks = async (reader, blocks) => {
  const file = { start: 0, end: reader.size }
  for await (const { type, start, end } of isoBoxes(reader, file.start, file.end)) {
    if (type !== 'uuid') continue
    const id = (await reader.read(start, start + 16)).toString('hex')
    if (id === XMP_UUID) await blocks.xmp.add(() => blockBytes(reader, { start: start + 16, end }))
  }
  const movie = await findBox(reader, file, 'moov')
  if (!movie) return
  for await (const box of isoBoxes(reader, movie.start, movie.end)) {
    if (box.type !== 'uuid') continue
    if ((await reader.read(box.start, box.start + 16)).toString('hex') !== CANON) continue
    for await (const { type, start } of isoBoxes(reader, box.start + 16, box.end)) {
      if (type === 'CMT1') await blocks.exif.add(() => ({ reader, base: start }))
      if (type === 'CMT2') await blocks.exposure.add(() => ({ reader, base: start }))
      if (type === 'CMT4') await blocks.gps.add(() => ({ reader, base: start }))
    }
  }
}

/** Fujifilm RAF: a JPEG preview with all metadata, at an offset in the header. */
export const findInFujifilm: FindBlocks = async (reader, blocks) => {
  const start = (await reader.read(84, 88)).readUInt32BE(0)
  if (start > 0) await findInJpegAt(reader, blocks, start)
}

const MOST_MINOLTA_BLOCKS = 64

/** Minolta MRW: blocks, one of which is a TIFF stream. */
export const findInMinolta: FindBlocks = async (reader, blocks) => {
  for (let at = 8, count = 0; count < MOST_MINOLTA_BLOCKS; count += 1) {
    const head = await reader.read(at, at + 8)
    if (head.length < 8 || head.readUInt8(0) !== 0) return
    if (head.toString('latin1', 1, 4) === 'TTW') {
      await blocks.exif.add(() => ({ reader, base: at + 8 }))
      return
    }
    at += 8 + head.readUInt32BE(4)
  }
}
