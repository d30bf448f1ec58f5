import { describe, expect, it } from 'vitest'
import { join } from '../testing/bytes.ts'
import { generatedFile } from '../testing/generated.ts'
import { mp3, mp4, webm } from '../testing/recordings.ts'
import { SAMPLES } from '../testing/samples.ts'
import { createAnalyzer } from './create-analyzer.ts'

const MOST = 64 * 1024
const analyzer = createAnalyzer()

/** Facts of a file that begins with `bytes`, and how many bytes of it were read for them. */
async function look(name: string, bytes: Buffer, size: number = bytes.length) {
  const file = generatedFile(bytes, Buffer.from(' '), size)
  let read = 0
  const counted: typeof file = {
    size,
    read(range) {
      read += range.end - range.start
      return file.read(range)
    },
  }
  const { facts } = await analyzer.analyze(counted, { name: `a.${name}` })
  return { read, facts }
}

/** MPEG audio whose first frame says that there are 256. */
function counted(): Buffer {
  const first = mp3(1)
  first.write('Xing\0\0\0\x01\0\0\x01\0', 36, 'latin1')
  return join(first, mp3(255))
}

const size = [640, 360] as const
/** Samples that have all their facts at their beginning. */
const HEADED: Readonly<Record<string, Buffer>> = {
  ...Object.fromEntries(
    Object.entries(SAMPLES).filter(([name]) =>
      /^(?:png|jpg|gif|bmp|webp|tif|avif|svg|ico|tga|icns|aif|flac|wv|avi)$/.test(name),
    ),
  ),
  mp3: counted(),
  mp4: mp4({ size, seconds: 2 }),
  webm: webm({ size, seconds: 2 }),
}

describe('what is read of a file', () => {
  it.each(Object.entries(SAMPLES))('is at most 64 KiB of a sample of %s', async (name, bytes) => {
    expect((await look(name, bytes)).read).toBeLessThanOrEqual(MOST)
  })

  it.each(Object.entries(HEADED))(
    'is at most 64 KiB when the facts of 100 MB of %s are in its head',
    async (name, bytes) => {
      const large = await look(name, bytes, 100_000_000)
      expect(large.read).toBeLessThanOrEqual(MOST)
      expect(large.facts).toEqual((await look(name, bytes)).facts)
    },
  )
})
