import type { EmbeddedFacts } from '../facts/embedded-facts.ts'
import type { ByteRange } from '../reading/readable-file.ts'
import { decodePhotoText, photoText } from './photo-text.ts'
import { photoTime } from './photo-time.ts'

const MARK = 0x1c
/** Data sets of record 2, the application record (IPTC-IIM 4.2). */
const TITLE = 5
const KEYWORD = 25
const DATE = 55
const TIME = 60
const COPYRIGHT = 116
const CAPTION = 120
const MOST_DATA_SETS = 4096
const MOST_KEYWORDS = 100

/** The facts of IPTC-IIM records. */
export function readIptc(bytes: Buffer): Partial<EmbeddedFacts> {
  const sets = applicationSets(bytes)
  const first = (number: number) => photoText(textOf(sets, number, 1)[0])
  const [date = ''] = textOf(sets, DATE, 1)
  const [time = ''] = textOf(sets, TIME, 1)
  return {
    title: first(TITLE),
    caption: first(CAPTION),
    copyright: first(COPYRIGHT),
    keywords: textOf(sets, KEYWORD, MOST_KEYWORDS),
    takenAt: timeOf(date, time),
  }
}

/** The first texts of that number. */
function textOf(sets: readonly ApplicationSet[], number: number, most: number): readonly string[] {
  return sets
    .filter((set) => set.number === number && set.value.length > 0 && set.value[0] !== 0)
    .slice(0, most)
    .map(({ value }) => decodePhotoText(value))
}

interface ApplicationSet {
  readonly number: number
  readonly value: Buffer
}

/** The first data sets of record 2. */
function applicationSets(bytes: Buffer): readonly ApplicationSet[] {
  const sets: ApplicationSet[] = []
  for (const { record, number, start, end } of dataSets(bytes)) {
    if (record === 2) sets.push({ number, value: bytes.subarray(start, end) })
    if (sets.length === MOST_DATA_SETS) break
  }
  return sets
}

/** A data set: its numbers, and where its value is. */
interface DataSet extends ByteRange {
  readonly record: number
  readonly number: number
}

/** The data sets of IPTC-IIM records, up to one that is damaged or cut off. */
export function* dataSets(bytes: Buffer): Generator<DataSet> {
  for (let at = 0; at + 5 <= bytes.length && bytes[at] === MARK; ) {
    const length = bytes.readUInt16BE(at + 3)
    const start = at + 5
    const end = start + length
    // Above that, the size of the length follows: longer than any text.
    if (length > 0x7fff || end > bytes.length) return
    yield { record: bytes.readUInt8(at + 1), number: bytes.readUInt8(at + 2), start, end }
    at = end
  }
}

/** `20240501` and `183000+0200`. */
function timeOf(date: string, time: string): string | null {
  const day = /^(\d{4})(\d{2})(\d{2})$/.exec(date)
  if (day === null) return null
  const clock = /^(\d{2})(\d{2})(\d{2})([+-]\d{4})?$/.exec(time)
  const at = clock === null ? '' : ` ${clock[1]}:${clock[2]}:${clock[3]}${clock[4] ?? ''}`
  return photoTime(`${day[1]}-${day[2]}-${day[3]}${at}`)
}
