import { describe, expect, it } from 'vitest'
import { createAnalyzer } from '../../analyzer/create-analyzer.ts'
import { UNKNOWN_FACTS } from '../../facts/file-facts.ts'
import { bytesAsFile } from '../../reading/bytes-as-file.ts'
import { box, join, zeros } from '../../testing/bytes.ts'
import { avif } from '../../testing/pictures.ts'
import { mp4 } from '../../testing/recordings.ts'

const analyzer = createAnalyzer()

const afterBrand = (file: Buffer) => file.subarray(file.readUInt32BE(0))

/** Pictures in a track alone, with these brands, the major one first. */
function track(...brands: readonly string[]): Buffer {
  const movie = afterBrand(mp4({ seconds: 2, size: [60, 40] }))
  return join(box('ftyp', brands[0] ?? '', zeros(4), ...brands), movie)
}

async function factsOf(bytes: Uint8Array) {
  return (await analyzer.analyze(bytesAsFile(bytes), { name: 'file' })).facts
}

describe('a sequence of pictures', () => {
  it.each([
    ['AVIF', ['avis', 'msf1', 'miaf'], 'image/avif', 'avif'],
    ['AVIF, said by a compatible brand', ['msf1', 'avis', 'iso8'], 'image/avif', 'avif'],
    ['HEIC', ['hevc', 'msf1'], 'image/heic-sequence', 'heics'],
    ['HEIC of 10 bits', ['hevx', 'msf1'], 'image/heic-sequence', 'heics'],
    ['HEIC, said by a compatible brand', ['msf1', 'hevc', 'iso8'], 'image/heic-sequence', 'heics'],
    ['another codec', ['msf1', 'iso8'], 'image/heif-sequence', 'heifs'],
  ])(
    'in a track is a picture with the size of its track: %s',
    async (_, brands, type, extension) => {
      expect(await factsOf(track(...brands))).toEqual({
        ...UNKNOWN_FACTS,
        type: 'image',
        mimeType: type,
        extension,
        width: 60,
        height: 40,
      })
    },
  )

  it('has the size of the picture that it shows first, where it names one', async () => {
    const still = afterBrand(avif({ width: 30, height: 20 }, 1))
    const moving = afterBrand(track('avis'))
    const brands = box('ftyp', 'avis', zeros(4), 'avifavismif1msf1')
    const facts = await factsOf(join(brands, still, moving))
    expect(facts).toMatchObject({ mimeType: 'image/avif', width: 20, height: 30 })
  })

  it('whose track is cut off has no size', async () => {
    const facts = await factsOf(track('hevc', 'msf1').subarray(0, 100))
    expect(facts).toMatchObject({ mimeType: 'image/heic-sequence', width: null, height: null })
  })
})
