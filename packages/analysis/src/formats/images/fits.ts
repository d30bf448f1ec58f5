import type { Measures } from '../../facts/measures.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'

/** Headers and data fill whole blocks (FITS 4.0, 3.1). */
const BLOCK_BYTES = 2880
const CARD_BYTES = 80
/** Blocks of all headers that are read. Most headers have less than ten. */
const MAX_BLOCKS = 100
const MAX_AXES = 999

/** A keyword, then a number, a text or a logical value in free format (FITS 4.0, 4.1 and 4.2). */
const CARD = /^([A-Z\d_-]{1,8}) *= *(?:'([^']*)'?|(-?\d+|[TF])(?![\w.]))/

/** The values of a header by their keywords. */
type Header = ReadonlyMap<string, string>

/**
 * The size of the first picture: an array with two axes or more in the primary unit or in an extension `IMAGE`, or a
 * compressed one in a table (FITS 4.0, 7.1 and 10.1). A file of tables or of spectra has none.
 */
export async function measureFits(reader: BoundedReader): Promise<Measures> {
  for await (const { header } of headers(reader)) {
    const picture = sizeOf(header)
    if (picture !== null) return picture
  }
  return {}
}

/** The keywords of all headers, also those that are longer than the standard has them. */
export async function* fitsKeywords(reader: BoundedReader): AsyncGenerator<string> {
  for await (const { keywords } of headers(reader)) yield* keywords
}

async function* headers(reader: BoundedReader): AsyncGenerator<ReadHeader> {
  for (let at = 0, left = MAX_BLOCKS; at < reader.size && left > 0; ) {
    const read = await readHeader(reader, at, left)
    yield read
    left -= read.blocks
    at += read.blocks * BLOCK_BYTES + dataBytes(read.header)
  }
}

interface ReadHeader {
  readonly header: Header
  readonly keywords: readonly string[]
  readonly blocks: number
}

async function readHeader(
  reader: BoundedReader,
  start: number,
  maxBlocks: number,
): Promise<ReadHeader> {
  const header = new Map<string, string>()
  const keywords: string[] = []
  for (let block = 0; block < maxBlocks; block += 1) {
    const at = start + block * BLOCK_BYTES
    const text = (await reader.read(at, at + BLOCK_BYTES)).toString('latin1')
    for (let card = 0; card < text.length; card += CARD_BYTES) {
      if (/^END {5}/.test(text.slice(card, card + 8))) {
        return { header, keywords, blocks: block + 1 }
      }
      const line = text.slice(card, card + CARD_BYTES)
      const equals = line.indexOf('=')
      if (equals !== -1) keywords.push(line.slice(0, equals).trimEnd())
      const [, keyword, words, value] = CARD.exec(line) ?? []
      const said = words?.trimEnd() ?? value
      if (keyword !== undefined && said !== undefined && !header.has(keyword)) {
        header.set(keyword, said)
      }
    }
  }
  return { header, keywords, blocks: maxBlocks }
}

function sizeOf(header: Header): Measures | null {
  const extension = header.get('XTENSION')
  const isTable = extension === 'BINTABLE' && header.get('ZIMAGE') === 'T'
  if (extension !== undefined && extension !== 'IMAGE' && !isTable) return null
  const [width = 0, height = 0] = axesOf(header, isTable ? 'ZNAXIS' : 'NAXIS')
  return width > 0 && height > 0 ? { width, height } : null
}

function axesOf(header: Header, keyword: string): readonly number[] {
  const count = Math.min(numberOf(header, keyword, 0), MAX_AXES)
  return Array.from({ length: count }, (_, axis) => numberOf(header, `${keyword}${axis + 1}`, 0))
}

/** Bytes of the data behind a header (FITS 4.0, 4.4.1.1, 6.1 and 7.1). */
function dataBytes(header: Header): number {
  const [first, ...others] = axesOf(header, 'NAXIS')
  if (first === undefined) return 0
  const isGrouped = first === 0 && header.get('GROUPS') === 'T'
  const values = (isGrouped ? others : [first, ...others]).reduce((product, n) => product * n, 1)
  const bits = Math.abs(numberOf(header, 'BITPIX', 8))
  const bytes =
    (bits / 8) * numberOf(header, 'GCOUNT', 1) * (numberOf(header, 'PCOUNT', 0) + values)
  return Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES
}

function numberOf(header: Header, keyword: string, otherwise: number): number {
  const value = Number(header.get(keyword) ?? otherwise)
  return Number.isSafeInteger(value) ? value : otherwise
}
