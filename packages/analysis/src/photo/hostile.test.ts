import { brotliCompressSync, constants, deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { be, box, chunk, join, zeros } from '../testing/bytes.ts'
import { threadTime } from '../testing/cpu-time.ts'
import { jpegOf, pngOf, SEGMENT, xmpPacket } from '../testing/photos.ts'
import { photoIn } from '../testing/read-bytes.ts'

const MIB = 2 ** 20
/** Milliseconds of processor time: of one turn of the event loop, and in all. */
const LONGEST_TURN = 50
const LONGEST = 1000

/** Reads a file, and gives what that cost. */
async function cost(bytes: Buffer, mimeType: string) {
  const before = process.memoryUsage().arrayBuffers
  const started = threadTime()
  let last = started
  let turn = 0
  const weigh = () => {
    turn = Math.max(turn, threadTime() - last)
    last = threadTime()
  }
  const scales = setInterval(weigh, 0)
  await photoIn(bytes, mimeType)
  weigh()
  clearInterval(scales)
  const memory = process.memoryUsage().arrayBuffers - before
  return { turn, time: threadTime() - started, memory }
}

const packet = Buffer.alloc(2 * MIB - 1, xmpPacket('', '<a>text</a>'.repeat(1000)))
const params = { [constants.BROTLI_PARAM_QUALITY]: 2 }
const brotli = box('brob', 'xml ', brotliCompressSync(packet, { params }))
const signature = join(be(12, 4), 'JXL \r\n\x87\n', box('ftyp', 'jxl ', zeros(4), 'jxl '))
const deflated = join('XML:com.adobe.xmp\0\0', deflateSync(packet))
const profile = join('Raw profile type xmp\0\0', deflateSync(Buffer.alloc(2 * MIB - 1, '00')))
/** Keywords that are no UTF-8. */
const record = join(...Array(4000).fill(join('\x1c\x02\x19', be(2, 2), 'k\xff')))
const resource = join('8BIM', be(0x0404, 2), zeros(2), be(record.length, 4), record)

const crowded = xmpPacket('a="" '.repeat(MIB / 5 - 200))
const escaped = xmpPacket('', `<dc:title>${'&amp;'.repeat(MIB / 5 - 200)}</dc:title>`)
const webpOf = (xmp: Buffer) => chunk('RIFF', 'WEBP', ...Array(8).fill(chunk('XMP ', xmp)))

const FILES: readonly (readonly [string, string, Buffer])[] = [
  ['2,000 packed boxes', 'image/jxl', join(signature, ...Array(2000).fill(brotli))],
  ['200,000 attributes in each of 8 packets', 'image/webp', webpOf(crowded)],
  ['texts of 200,000 entities', 'image/webp', webpOf(escaped)],
  ['1,000 packed texts', 'image/png', pngOf(...Array(1000).fill(['zTXt', deflated]))],
  ['1,000 packed profiles', 'image/png', pngOf(...Array(1000).fill(['zTXt', profile]))],
  [
    'very many keywords',
    'image/vnd.adobe.photoshop',
    join(zeros(30), be(8 * resource.length, 4), ...Array(8).fill(resource)),
  ],
]

describe('readPhoto of hostile files', () => {
  it.each(FILES)('%s', async (_, type, bytes) => {
    let least = await cost(bytes, type)
    // The first time, code is compiled within the turn.
    for (let again = 0; again < 4 && least.turn >= LONGEST_TURN; again += 1) {
      least = await cost(bytes, type)
    }
    expect(least.turn).toBeLessThan(LONGEST_TURN)
    expect(least.time).toBeLessThan(LONGEST)
    expect(least.memory).toBeLessThan(64 * MIB)
  })

  it('gives text that is well formed, whatever characters a packet refers to', async () => {
    const bytes = jpegOf([[0xe1, join(SEGMENT.xmp, xmpPacket('dc:title="a&#xd800;b &#56320;"'))]])
    const facts = await photoIn(bytes, 'image/jpeg')
    expect(facts?.title).toBe('a\ufffdb \ufffd')
  })
})
