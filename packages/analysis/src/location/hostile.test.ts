import { describe, expect, it } from 'vitest'
import { bytesAsFile } from '../reading/bytes-as-file.ts'
import type { ReadableFile } from '../reading/readable-file.ts'
import { be, box, chunk, join, zeros } from '../testing/bytes.ts'
import { processTime } from '../testing/cpu-time.ts'
import { jpegOf, pngOf, SEGMENT, xmpPacket } from '../testing/photos.ts'
import { EditedFile } from './edits/edited-file.ts'
import { locationEdits } from './location-edits.ts'

/** Milliseconds of processor time: each took seconds or minutes, or ended the process. */
const LONGEST = 2000
const MIB = 2 ** 20

const numbers = (count: number, value: number) => join(...Array(count).fill(be(value, 4)))

/** A movie with a sensor whose tables are these. */
function sensor(...tables: readonly Buffer[]): Buffer {
  const media = box(
    'mdia',
    box('hdlr', zeros(8), 'meta', zeros(12)),
    box('minf', box('stbl', ...tables)),
  )
  return join(box('ftyp', 'isom'), box('moov', box('trak', media)), box('mdat', zeros(100)))
}

/** A directory of these entries, at the start of a stream. */
function tiffOf(entries: readonly (readonly [number, number, number])[], rest: Buffer): Buffer {
  const rows = entries.map(([tag, count, offset]) =>
    join(be(tag, 2), be(7, 2), be(count, 4), be(offset, 4)),
  )
  return join('MM', be(42, 2), be(8, 4), be(rows.length, 2), ...rows, zeros(4), rest)
}

const exif = (bytes: Buffer) => jpegOf([[0xe1, join(SEGMENT.exif, bytes)]])
const packet = xmpPacket('', '<a/>'.repeat(2000))
const after = 8 + 2 + 1000 * 12 + 4

const FILES: readonly (readonly [string, string, Buffer])[] = [
  [
    'samples of 4 GiB, at 2^60',
    'video/mp4',
    sensor(
      box('stsz', zeros(4), be(0xffffffff, 4), zeros(4)),
      box('stsc', zeros(4), be(1, 4), numbers(3, 0xffffffff)),
      box('co64', zeros(4), be(1, 4), be(0x10000000, 4), zeros(4)),
    ),
  ],
  [
    '500,000 samples without bytes in each of 50,000 chunks',
    'video/mp4',
    sensor(
      box('stsz', zeros(4), zeros(4), zeros(4)),
      box('stsc', zeros(4), be(1, 4), be(1, 4), be(500_000, 4), be(1, 4)),
      box('stco', zeros(4), be(50_000, 4), zeros(200_000)),
    ),
  ],
  [
    'a TIFF stream of 1,000 unknown values that overlap',
    'image/png',
    pngOf(['eXIf', tiffOf(Array(1000).fill([60_000, MIB, 0]), Buffer.alloc(MIB - after, 1))]),
  ],
  [
    'a directory that has the same XMP 1,000 times',
    'image/jpeg',
    exif(tiffOf(Array(1000).fill([700, packet.length, after]), packet)),
  ],
  [
    'Photoshop resources in TIFF streams in Photoshop resources',
    'image/webp',
    chunk('RIFF', 'WEBP', chunk('EXIF', nested(24))),
  ],
  [
    'an XMP packet of 60 MB',
    'image/webp',
    chunk('RIFF', 'WEBP', chunk('XMP ', Buffer.alloc(60 * MIB, '<a b="c"/>'))),
  ],
]

/** Each stream has two directories, both with a resource that holds the next stream. */
function nested(depth: number): Buffer {
  const inner = depth === 0 ? zeros(8) : nested(depth - 1)
  const resource = join('8BIM', be(0x0422, 2), zeros(2), be(inner.length, 4), inner)
  const row = (shift: number) =>
    join(be(34377, 2), be(7, 2), be(resource.length + shift, 4), be(44, 4))
  const first = join('MM', be(42, 2), be(8, 4), be(1, 2), row(0), be(26, 4))
  return join(first, be(1, 2), row(1), zeros(4), resource, zeros(8))
}

describe('locationEdits of hostile files', () => {
  it.each(FILES)('%s', async (_, type, bytes) => {
    const started = processTime()
    const edits = await locationEdits(bytesAsFile(bytes), type)
    if (edits !== null) new EditedFile(edits).apply(0, bytes)
    expect(processTime() - started).toBeLessThan(LONGEST)
  })

  it('reads no packet of a hundred megabytes', async () => {
    const size = 100 * MIB
    let most = 0
    const head = join('RIFF', zeros(4), 'WEBP', 'XMP ', zeros(4))
    head.writeUInt32LE(size - 8, 4)
    head.writeUInt32LE(size - 20, 16)
    const file: ReadableFile = {
      size,
      async read({ start, end }) {
        most = Math.max(most, end - start)
        const bytes = Buffer.alloc(end - start, 'x')
        if (start < head.length) head.copy(bytes, 0, start)
        return bytes
      },
    }
    const edits = await locationEdits(file, 'image/webp')
    expect(edits).toEqual([{ start: 20, end: size, bytes: null }])
    expect(most).toBeLessThanOrEqual(MIB)
  })
})
