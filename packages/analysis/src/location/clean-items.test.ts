import { describe, expect, it } from 'vitest'
import { be, box, join, zeros } from '../testing/bytes.ts'
import { PIXELS, SECRET } from '../testing/movies.ts'
import { heicOf, photoTiff } from '../testing/photos.ts'
import { cleaned } from '../testing/read-bytes.ts'

const EXIF = photoTiff({ exposure: { 37500: { text: SECRET } } })
const HEIC = heicOf([
  { type: 'hvc1', bytes: PIXELS },
  { type: 'Exif', bytes: join(zeros(4), EXIF) },
])

describe('a HEIF file', () => {
  it('with two tables of items is refused, as readers take different ones', async () => {
    const empty = box('iloc', zeros(4), be(0x44, 1), be(0, 1), be(0, 2))
    const at = HEIC.indexOf('iinf') - 4
    const bytes = join(HEIC.subarray(0, at), empty, HEIC.subarray(at))
    const meta = bytes.indexOf('meta') - 4
    bytes.writeUInt32BE(bytes.readUInt32BE(meta) + empty.length, meta)
    expect((await cleaned(HEIC, 'image/heic'))?.includes(SECRET)).toBe(false)
    expect(await cleaned(bytes, 'image/heic')).toBeNull()
  })

  it('whose picture is in one small box is refused, not emptied', async () => {
    const bytes = join(box('ftyp', 'mif3', zeros(4), 'avif'), box('mini', zeros(8), PIXELS))
    expect(await cleaned(bytes, 'image/avif')).toBeNull()
  })
})
