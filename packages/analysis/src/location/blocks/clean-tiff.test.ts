import { describe, expect, it } from 'vitest'
import { readOrientation } from '../../formats/images/orientation.ts'
import { be, join, latin1, zeros } from '../../testing/bytes.ts'
import { PIXELS, SECRET } from '../../testing/movies.ts'
import { jpegOf, photoTiff, pngOf, type RawField, rawTiff, SEGMENT } from '../../testing/photos.ts'
import { cleaned, photoIn, readerOf } from '../../testing/read-bytes.ts'

const GPS: readonly RawField[] = [
  [1, 2, 2, latin1('N\0')],
  [2, 5, 3, join(be(48, 4), be(1, 4), be(8, 4), be(1, 4), be(13, 4), be(1, 4))],
  [3, 2, 2, latin1('E\0')],
  [27, 7, SECRET.length, latin1(SECRET)],
]
const text = (tag: number, value: string, type = 2): RawField => [
  tag,
  type,
  value.length,
  latin1(value),
]
const withExif = (exif: Buffer) =>
  jpegOf([
    [0xe1, join(SEGMENT.exif, exif)],
    [0xdb, PIXELS],
  ])
const TURNED: RawField = [274, 3, 1, be(6, 2)]
const DAMAGED: RawField = [34853, 4, 1, be(0x7fffffff, 4)]
const small = jpegOf([
  [0xe0, join('JFIF\0', zeros(9))],
  [0xe1, join(SEGMENT.exif, photoTiff({ exposure: { 37500: { text: SECRET } } }))],
  [0xed, latin1('Adobe_CM\0\x02')],
  [0xfe, latin1(SECRET)],
  [0xdb, latin1('small pixels')],
])

async function cleanExif(exif: Buffer): Promise<Buffer> {
  const bytes = withExif(exif)
  const clean = (await cleaned(bytes, 'image/jpeg')) ?? zeros(0)
  expect(clean.length).toBe(bytes.length)
  expect(clean.includes(PIXELS)).toBe(true)
  expect(await cleaned(clean, 'image/jpeg')).toEqual(clean)
  return clean
}

describe('EXIF data', () => {
  it.each([
    ['of the colour space', 40965],
    ['of a facsimile', 400],
  ])('has no location in the directory %s', async (_, tag) => {
    const exif = rawTiff([
      [TURNED, [tag, 4, 1, { directory: 1 }]],
      [text(1, 'R03\0'), [34853, 4, 1, { directory: 2 }]],
      GPS,
    ])
    const clean = await cleanExif(exif)
    expect(clean.includes(SECRET)).toBe(false)
    expect(clean.includes('R03\0')).toBe(tag === 40965)
    expect(clean.includes(exif.subarray(-40))).toBe(false)
  })

  it('has no small picture with metadata of its own', async () => {
    const picture: readonly RawField[] = [
      [259, 3, 1, be(6, 2)],
      [513, 4, 1, { bytesOf: 3 }],
      [514, 4, 1, be(small.length, 4)],
      [50341, 7, small.length, small],
    ]
    const clean = await cleanExif(rawTiff([[TURNED], picture], { 0: 1 }))
    expect(clean.includes(SECRET)).toBe(false)
    expect(clean.includes('JFIF\0')).toBe(true)
    expect(clean.includes('small pixels')).toBe(true)
  })

  it('has no location in any text, also one that EXIF 3.0 brought', async () => {
    for (const [tag, type] of [
      [269, 2],
      [42038, 129],
      [42112, 2],
    ] as const) {
      const clean = await cleanExif(
        rawTiff([[text(tag, `GPS ${SECRET}`, type), text(272, 'GPS 7\0')].sort(byTag)]),
      )
      expect(clean.includes(SECRET), `${tag}`).toBe(false)
      expect(clean.includes('GPS 7'), `${tag}`).toBe(true)
    }
  })

  it('keeps the date when an empty pointer to the location names its directory', async () => {
    const exif = rawTiff([
      [
        [34665, 4, 1, { directory: 1 }],
        [34853, 4, 0, { directory: 1 }],
      ],
      [text(36867, '2012:06:23 06:55:49\0')],
    ])
    const clean = await cleanExif(exif)
    expect((await photoIn(clean, 'image/jpeg'))?.takenAt).toBe('2012-06-23T06:55:49')
  })

  it('leaves the picture upright when it is damaged', async () => {
    const damaged = rawTiff([[TURNED, text(270, SECRET), DAMAGED]])
    const clean = await cleanExif(damaged)
    expect(clean.includes(SECRET)).toBe(false)
    expect(await readOrientation(readerOf(clean), 12)).toBe(6)
    const png = pngOf(['eXIf', damaged], ['IDAT', PIXELS])
    const cleanPng = (await cleaned(png, 'image/png')) ?? zeros(0)
    expect(cleanPng.includes(SECRET)).toBe(false)
    expect(await readOrientation(readerOf(cleanPng), png.indexOf('MM\0*'))).toBe(6)
  })

  it('becomes zeros when it is damaged and says no orientation', async () => {
    const damaged = rawTiff([[[274, 3, 1, be(1, 2)], text(270, SECRET), DAMAGED]])
    const clean = await cleanExif(damaged)
    expect(clean.subarray(12, 12 + damaged.length)).toEqual(zeros(damaged.length))
  })
})

describe('small pictures', () => {
  it.each([
    ['Photoshop', 0xed, join(SEGMENT.photoshop, '8BIM', be(1036, 2), zeros(2))],
    ['JFIF', 0xe0, latin1('JFXX\0\x10')],
  ])('of %s say nothing', async (name, marker, head) => {
    const content =
      name === 'JFIF'
        ? join(head, small)
        : join(head, be(28 + small.length, 4), zeros(28), small, zeros(small.length & 1))
    const bytes = jpegOf([
      [marker, content],
      [0xdb, PIXELS],
    ])
    const clean = await cleaned(bytes, 'image/jpeg')
    expect(clean?.includes(SECRET)).toBe(false)
    expect(clean?.includes('small pixels')).toBe(true)
    expect(clean?.includes('Adobe_CM')).toBe(true)
  })
})

function byTag([first]: RawField, [second]: RawField): number {
  return first - second
}
