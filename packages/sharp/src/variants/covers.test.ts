import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { quadrants } from '../testing/quadrants.ts'
import { pictureOf, readBy } from '../testing/staged.ts'
import { sharpVariants } from './sharp-variants.ts'

const processor = sharpVariants()
afterAll(() => processor.close?.())

/** An MP3 file with this cover (ID3v2.3, 4.14). */
function withCover(cover: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from('\0image/jpeg\0\x03\0', 'latin1'), cover])
  const head = Buffer.alloc(10)
  head.write('APIC')
  head.writeUInt32BE(content.length, 4)
  const frame = Buffer.concat([head, content])
  const size = [21, 14, 7, 0].map((shift) => (frame.length >> shift) & 0x7f)
  return Buffer.concat([Buffer.from('ID3\x03\0\0', 'latin1'), Buffer.from(size), frame])
}

function sound(bytes: Buffer) {
  const { facts, ...source } = pictureOf(bytes, 'audio/mpeg')
  return { ...source, facts: { ...facts, type: 'audio', width: null, height: null } as const }
}

describe('the thumbnail of a file of sound', () => {
  it('is of its cover, and the only variant', async () => {
    const song = sound(withCover(await quadrants(600, 600).jpeg().toBuffer()))
    expect(processor.accepts(song.facts)).toBe(true)
    expect(processor.accepts(song.facts, 'thumbnail')).toBe(true)
    expect(processor.accepts(song.facts, 'optimized')).toBe(false)
    const { made } = await processor.make(song, ['thumbnail'])
    expect(made).toMatchObject([{ name: 'thumbnail', width: 300, height: 300 }])
    expect((await sharp(made[0]?.content as Uint8Array).metadata()).format).toBe('jpeg')
  })

  it('is none without a cover, and fails when that is no picture', async () => {
    const none = sound(Buffer.alloc(1000))
    expect(await processor.make(none, ['thumbnail'])).toEqual({ made: [], failed: [] })
    const broken = sound(withCover(Buffer.from('no picture')))
    expect(await processor.make(broken, ['thumbnail'])).toEqual({ made: [], failed: ['thumbnail'] })
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    expect(await processor.make(sound(withCover(drawing)), ['thumbnail'])).toMatchObject({
      failed: ['thumbnail'],
    })
  })

  it('reads no more covers at once than it makes pictures', async () => {
    const one = sharpVariants({ isolation: 'none', concurrency: 1 })
    const song = sound(withCover(await quadrants(60, 60).jpeg().toBuffer()))
    const reading = { now: 0, most: 0 }
    const read: typeof song.file.read = async (range) => {
      reading.now += 1
      reading.most = Math.max(reading.most, reading.now)
      await new Promise(setImmediate)
      reading.now -= 1
      return song.file.read(range)
    }
    const { file } = readBy(song, read)
    const all = Array.from({ length: 5 }, () => one.make({ ...song, file }, ['thumbnail']))
    for (const { made } of await Promise.all(all)) expect(made).toHaveLength(1)
    expect(reading.most).toBe(1)
    await one.close?.()
  })

  it('is not offered where there are no thumbnails', () => {
    const without = sharpVariants({ variants: { thumbnail: false } })
    expect(without.accepts(sound(Buffer.alloc(9)).facts)).toBe(false)
  })
})
