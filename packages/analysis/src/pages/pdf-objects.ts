import { inflateSync } from 'node:zlib'
import type { BoundedReader } from '../reading/bounded-reader.ts'
import { memberOf, PdfParser, type PdfValue, referenceIn } from './pdf-values.ts'

/** Bytes of an object that are read, of a stream before it is unpacked, and of the list of objects in one. */
const MOST_OBJECT = 64 * 1024
const MOST_PACKED = 2 ** 20
const MOST_LIST = 256 * 1024
const MOST_SECTIONS = 64
/** Parts of all tables. */
const MOST_PARTS = 16_384
const MOST_DEPTH = 8
const ENTRY = 20

/** Where an object is: in the file, or in a stream of objects. */
type Place = { readonly offset: number } | { readonly stream: number; readonly index: number }

/** A part of the table of objects. `null`: it has no such object; `free`: there is none. */
type Section = (number: number) => Promise<Place | 'free' | null>

interface Stream {
  readonly dictionary: PdfValue
  readonly bytes: Buffer
}

/** The objects of a PDF file, found by its tables (ISO 32000-2, 7.5). Throws a `RangeError` for damage. */
export class PdfObjects {
  readonly #reader: BoundedReader
  readonly #base: number
  readonly #sections: Section[] = []
  /** The newest trailer. */
  #trailer: PdfValue | undefined
  #opened: { readonly number: number; readonly stream: Stream } | undefined

  /** `base`: where the file begins that the offsets are of, past what was put before it. */
  constructor(reader: BoundedReader, base: number) {
    this.#reader = reader
    this.#base = base
  }

  /** Reads the tables from this offset on, and gives the trailer. */
  async open(start: number): Promise<PdfValue | undefined> {
    const seen = new Set<number>()
    const waiting = [start]
    for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
      if (seen.has(at) || seen.size === MOST_SECTIONS) continue
      seen.add(at)
      const trailer = await this.#readSection(at)
      this.#trailer ??= trailer
      for (const name of ['XRefStm', 'Prev']) {
        const next = memberOf(trailer, name)
        if (typeof next === 'number') waiting.push(next)
      }
    }
    return this.#trailer
  }

  /** The value, or what it refers to. */
  async resolve(value: PdfValue | undefined, depth = 0): Promise<PdfValue | undefined> {
    const number = referenceIn(value)
    if (number === undefined) return value
    if (depth > MOST_DEPTH) throw new RangeError('references go around')
    await this.#reader.giveTurn()
    return this.resolve(await this.#object(number, depth), depth + 1)
  }

  /** The stream that an object is in may itself refer to objects, such as that of its length. */
  async #object(number: number, depth: number): Promise<PdfValue | undefined> {
    const place = await this.#placeOf(number)
    if (place === null) return undefined
    if ('offset' in place) return (await this.#objectAt(place.offset)).value
    if (this.#opened?.number !== place.stream) {
      const outer = await this.#placeOf(place.stream)
      if (outer === null || !('offset' in outer)) return undefined
      this.#opened = { number: place.stream, stream: await this.#streamAt(outer.offset, depth + 1) }
    }
    return objectIn(this.#opened.stream, number)
  }

  async #placeOf(number: number): Promise<Place | null> {
    for (const section of this.#sections) {
      const place = await section(number)
      if (place !== null) return place === 'free' ? null : place
    }
    return null
  }

  #read(start: number, end: number): Promise<Buffer> {
    return this.#reader.read(this.#base + start, this.#base + end)
  }

  /** A table, or a stream in its place. */
  async #readSection(at: number): Promise<PdfValue> {
    const head = (await this.#read(at, at + MOST_OBJECT)).toString('latin1')
    const parser = new PdfParser(head)
    if (!parser.skipWord('xref')) return this.#readSectionStream(at)
    let from = at + parser.at
    for (let count = 0; count < MOST_OBJECT; count += 1) {
      const text = (await this.#read(from, from + 64)).toString('latin1')
      const range = /^[\0\t\n\f\r ]*(\d{1,10}) (\d{1,10})[\0\t\f ]*(?:\r\n|\r|\n)/.exec(text)
      if (range === null) break
      const [whole, first, length] = range
      from += whole.length
      this.#add(this.#table({ first: Number(first), count: Number(length), at: from }))
      from += Number(length) * ENTRY
    }
    const rest = new PdfParser((await this.#read(from, from + MOST_OBJECT)).toString('latin1'))
    if (!rest.skipWord('trailer')) throw new RangeError('no trailer')
    return rest.value()
  }

  #add(section: Section): void {
    if (this.#sections.length === MOST_PARTS) throw new RangeError('too many parts of tables')
    this.#sections.push(section)
  }

  /** Entries of 20 bytes: `0000000016 00000 n`. */
  #table({ first, count, at }: { first: number; count: number; at: number }): Section {
    return async (number) => {
      const index = number - first
      if (index < 0 || index >= count) return null
      const start = at + index * ENTRY
      const [, offset, kind] =
        /^(\d{10}) \d{5} ([nf])/.exec(
          (await this.#read(start, start + ENTRY)).toString('latin1'),
        ) ?? []
      if (kind === undefined) throw new RangeError('no entry')
      return kind === 'f' ? 'free' : { offset: Number(offset) }
    }
  }

  async #readSectionStream(at: number): Promise<PdfValue> {
    const { dictionary, bytes } = await this.#streamAt(at, 0)
    const widths = memberOf(dictionary, 'W')
    if (!Array.isArray(widths) || !widths.every((width) => isWidth(width))) {
      throw new RangeError('no widths')
    }
    const [kind = 0, second = 0, third = 0] = widths as readonly number[]
    const size = kind + second + third
    const index = memberOf(dictionary, 'Index')
    const ranges = Array.isArray(index) ? index : [0, memberOf(dictionary, 'Size')]
    let from = 0
    for (let pair = 0; pair + 1 < ranges.length; pair += 2) {
      const [first, count] = [Number(ranges[pair]), Number(ranges[pair + 1])]
      const start = from
      this.#add(async (number) => {
        if (number < first || number >= first + count) return null
        const row = bytes.subarray(start + (number - first) * size).subarray(0, size)
        if (row.length < size) return null
        const type = kind === 0 ? 1 : numberIn(row, 0, kind)
        const value = numberIn(row, kind, second)
        if (type === 1) return { offset: value }
        return type === 2 ? { stream: value, index: numberIn(row, kind + second, third) } : 'free'
      })
      from += count * size
    }
    return dictionary
  }

  /** The object at this offset: `12 0 obj`, a value, and where its stream begins. */
  async #objectAt(offset: number): Promise<{ readonly value: PdfValue; readonly end: number }> {
    const text = (await this.#read(offset, offset + MOST_OBJECT)).toString('latin1')
    const head = /^[\0\t\n\f\r ]*\d{1,10}[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+obj/.exec(text)
    if (head === null) throw new RangeError('no object')
    const parser = new PdfParser(text, head[0].length)
    const value = parser.value()
    return { value, end: offset + parser.at }
  }

  async #streamAt(offset: number, depth: number): Promise<Stream> {
    const { value: dictionary, end } = await this.#objectAt(offset)
    const mark = (await this.#read(end, end + 64)).toString('latin1')
    const head = /^[\0\t\n\f\r ]*stream(?:\r\n|\n|\r)/.exec(mark)
    const length = await this.resolve(memberOf(dictionary, 'Length'), depth)
    if (head === null || typeof length !== 'number' || length < 0 || length > MOST_PACKED) {
      throw new RangeError('no stream')
    }
    const start = end + head[0].length
    const packed = await this.#read(start, start + length)
    return { dictionary, bytes: await unpacked(this.#reader, packed, dictionary) }
  }
}

function isWidth(width: PdfValue): boolean {
  return Number.isInteger(width) && Number(width) >= 0 && Number(width) <= 6
}

function numberIn(bytes: Buffer, at: number, size: number): number {
  return size === 0 ? 0 : bytes.readUIntBE(at, size)
}

/** An object of a stream of objects: pairs of number and offset come first (7.5.7). */
function objectIn({ dictionary, bytes }: Stream, number: number): PdfValue | undefined {
  const first = memberOf(dictionary, 'First')
  const count = memberOf(dictionary, 'N')
  if (typeof first !== 'number' || typeof count !== 'number') throw new RangeError('no objects')
  const textAt = (start: number, end: number) => bytes.toString('latin1', start, end)
  const pairs = new PdfParser(textAt(0, Math.min(first, MOST_LIST)))
  for (let pair = 0; pair < count && pairs.at < first; pair += 1) {
    const [named, offset] = [pairs.value(), pairs.value()]
    if (named === number && typeof offset === 'number') {
      const start = first + offset
      return new PdfParser(textAt(start, start + MOST_OBJECT)).value()
    }
  }
  return undefined
}

async function unpacked(
  reader: BoundedReader,
  bytes: Buffer,
  dictionary: PdfValue,
): Promise<Buffer> {
  const filter = memberOf(dictionary, 'Filter')
  const only = Array.isArray(filter) && filter.length === 1 ? filter[0] : filter
  if (only === undefined) return bytes
  const isFlate = typeof only === 'object' && only !== null && 'name' in only
  if (!isFlate || only.name !== 'FlateDecode') throw new RangeError('another filter')
  const plain = await reader.unpack(bytes, inflateSync)
  const given = memberOf(dictionary, 'DecodeParms')
  const parameters = Array.isArray(given) ? given[0] : given
  const predictor = memberOf(parameters, 'Predictor') ?? 1
  if (predictor === 1) return plain
  const columns = memberOf(parameters, 'Columns') ?? 1
  if (Number(predictor) < 10 || !Number.isSafeInteger(columns) || Number(columns) < 1) {
    throw new RangeError('another predictor')
  }
  return unpredicted(plain, Number(columns))
}

/** Rows of one byte that names the filter of PNG, and the bytes (PNG 3rd edition, 9), each a sample of its own. */
function unpredicted(bytes: Buffer, columns: number): Buffer {
  const rows = Math.floor(bytes.length / (columns + 1))
  const plain = Buffer.alloc(rows * columns)
  for (let row = 0; row < rows; row += 1) {
    const start = row * (columns + 1)
    const filter = bytes[start] ?? 0
    for (let column = 0; column < columns; column += 1) {
      const at = row * columns + column
      const left = column > 0 ? (plain[at - 1] ?? 0) : 0
      const up = row > 0 ? (plain[at - columns] ?? 0) : 0
      const corner = column > 0 && row > 0 ? (plain[at - columns - 1] ?? 0) : 0
      plain[at] = (bytes[start + 1 + column] ?? 0) + predicted(filter, left, up, corner)
    }
  }
  return plain
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  if (filter !== 4) return 0
  const [a, b, c] = [
    Math.abs(up - corner),
    Math.abs(left - corner),
    Math.abs(left + up - 2 * corner),
  ]
  return a <= b && a <= c ? left : b <= c ? up : corner
}
