import { inflateSync } from 'node:zlib'
import { type PngChunk, pngChunks } from '../formats/containers/png-chunks.ts'
import { BoundedReader } from '../reading/bounded-reader.ts'
import { bytesAsFile } from '../reading/bytes-as-file.ts'
import { readingBudget } from '../reading/reading-budget.ts'
import { blockBytes, type FindBlocks, type MetadataBlocks, MOST_BYTES } from './blocks.ts'
import { prefixOf } from './exif-prefix.ts'
import { XMP } from './jpeg-blocks.ts'
import { findInResources } from './photoshop-resources.ts'

const MOST_CHUNKS = 1024
const LONGEST_KEYWORD = 79
const XMP_KEYWORD = 'XML:com.adobe.xmp'
/** How ImageMagick names blocks that it keeps as text. */
const RAW_PROFILE = /^Raw profile type (exif|app1|iptc|xmp)$/i

/** `eXIf` and the texts that hold XMP or raw profiles (PNG 3rd edition, 11.3; XMP part 3, 1.1.5). */
export const findInPng: FindBlocks = async (reader, blocks) => {
  let count = 0
  for await (const chunk of pngChunks(reader)) {
    const { kind, start } = chunk
    if (kind === 'eXIf') {
      const offset = await prefixOf(reader, start)
      await blocks.exif.add(() => ({ reader, base: start + offset }))
    }
    if (kind === 'iTXt' || kind === 'zTXt' || kind === 'tEXt') {
      await addText(reader, blocks, chunk)
    }
    count += 1
    if (count === MOST_CHUNKS) return
  }
}

async function addText(
  reader: BoundedReader,
  blocks: MetadataBlocks,
  { kind, start, end }: PngChunk,
): Promise<void> {
  const name = await reader.read(start, Math.min(start + LONGEST_KEYWORD + 1, end))
  const length = name.indexOf(0)
  if (length < 1) return
  const keyword = name.toString('latin1', 0, length)
  const profile = RAW_PROFILE.exec(keyword)?.[1]?.toLowerCase()
  if (keyword !== XMP_KEYWORD && profile === undefined) return
  const content = { start: start + length + 1, end }
  const text = async () => textOf(reader, kind, await blockBytes(reader, content))
  if (profile === undefined) await blocks.xmp.add(text)
  else {
    const bytes = rawProfile(await text())
    await addProfile(blocks, profile, { bytes, timeLeft: reader.timeLeft })
  }
}

/** What follows the keyword and its zero byte. Damaged compression throws. */
async function textOf(reader: BoundedReader, kind: string, bytes: Buffer): Promise<Buffer> {
  if (kind === 'tEXt') return bytes
  if (kind === 'zTXt') return reader.unpack(bytes.subarray(1), inflateSync)
  // Compression flag and method, then language and translated keyword, each ending with a zero byte.
  const language = bytes.indexOf(0, 2)
  const start = language === -1 ? -1 : bytes.indexOf(0, language + 1)
  if (start === -1) throw new RangeError('no text')
  const text = bytes.subarray(start + 1)
  return bytes.readUInt8(0) === 1 ? reader.unpack(text, inflateSync) : text
}

/** A line feed, the name, the length, then hexadecimal digits in lines. */
function rawProfile(text: Buffer): Buffer {
  const lines = text.toString('latin1').trim().split('\n')
  return Buffer.from(lines.slice(2).join(''), 'hex')
}

async function addProfile(
  blocks: MetadataBlocks,
  profile: string,
  { bytes, timeLeft }: { readonly bytes: Buffer; readonly timeLeft: number },
): Promise<void> {
  const reader = readerOf(bytes, timeLeft)
  const start = bytes.toString('latin1', 0, XMP.length)
  if (profile === 'xmp') await blocks.xmp.add(() => bytes)
  else if (profile === 'iptc') {
    if (start.startsWith('8BIM')) {
      await findInResources(reader, blocks, { start: 0, end: bytes.length })
    } else await blocks.iptc.add(() => bytes)
  } else if (start === XMP) {
    await blocks.xmp.add(() => bytes.subarray(XMP.length))
  } else await blocks.exif.add(() => ({ reader, base: start.startsWith('Exif') ? 6 : 0 }))
}

/** A reader of bytes that were unpacked, within the time of the file. */
export function readerOf(bytes: Buffer, timeLeft: number): BoundedReader {
  const budget = readingBudget(bytes.length, { maxTimeMs: timeLeft, maxBytes: 4 * MOST_BYTES })
  return new BoundedReader(bytesAsFile(bytes), budget)
}
