import { describe, expect, it } from 'vitest'
import { be, box, join, zeros } from '../testing/bytes.ts'
import { PIXELS, SECRET, track } from '../testing/movies.ts'
import { cleaned } from '../testing/read-bytes.ts'

const PLACE = '+48.1374+011.5755/'
const data = (value: string) => box('data', be(1, 4), zeros(4), value)
const item = (index: number, value: string) =>
  join(be(data(value).length + 8, 4), be(index, 4), data(value))
const keys = (...names: readonly (readonly [space: string, name: string])[]) =>
  box('keys', zeros(4), be(names.length, 4), ...names.map(([space, name]) => box(space, name)))
const meta = (...content: readonly Buffer[]) =>
  box('meta', box('hdlr', zeros(8), 'mdta', zeros(12)), ...content)
const place = box('\xa9xyz', be(PLACE.length, 2), zeros(2), PLACE)
const MODEL = ['mdta', 'com.apple.quicktime.model'] as const
const LOCATION = ['mdta', 'com.apple.quicktime.location.ISO6709'] as const

function movieOf(inner: readonly Buffer[], top: readonly Buffer[] = []): Buffer {
  const start = join(box('ftyp', 'qt  ', zeros(4)), ...top)
  return join(start, box('moov', box('mvhd', zeros(100)), ...inner), box('mdat', PIXELS))
}

/** A block of a dashcam. */
const block = join(be(64, 4), 'freeGPS ', PLACE, zeros(52 - PLACE.length))

describe('a movie says no location', () => {
  it.each([
    [
      'under a name of user data',
      movieOf([meta(keys(['udta', '\xa9xyz'], MODEL), box('ilst', item(1, 'x'), item(2, PLACE)))]),
    ],
    [
      'as its comment',
      movieOf([meta(keys(['mdta', 'com.apple.quicktime.comment']), box('ilst', item(1, PLACE)))]),
    ],
    [
      'in a second list',
      movieOf([
        meta(keys(MODEL), box('ilst', item(1, 'x')), keys(LOCATION), box('ilst', item(1, PLACE))),
      ]),
    ],
    ['behind its user data', movieOf([box('udta', box('name', 'x'), be(4, 4), place)])],
    ['behind its boxes', movieOf([be(4, 4), box('udta', place)])],
    [
      'in the media of a track',
      movieOf([
        box('trak', box('mdia', box('hdlr', zeros(8), 'vide', zeros(12)), box('udta', place))),
      ]),
    ],
    [
      'in a message of a sensor',
      movieOf([], [box('emsg', zeros(4), 'urn:misb:KLV:bin:1910.1\0', zeros(17), PLACE)]),
    ],
    [
      'in a block of a dashcam',
      join(movieOf([]), box('mdat', PIXELS, block, PIXELS, block, PIXELS)),
    ],
  ])('%s', async (_, bytes) => {
    const clean = (await cleaned(bytes, 'video/quicktime')) ?? zeros(0)
    expect(clean.length).toBe(bytes.length)
    expect(clean.includes(PLACE)).toBe(false)
    expect(clean.includes('freeGPS')).toBe(false)
    expect(clean.toString('latin1').split(PIXELS.toString()).length).toBe(
      bytes.toString('latin1').split(PIXELS.toString()).length,
    )
    expect(await cleaned(clean, 'video/quicktime')).toEqual(clean)
  })

  it('keeps messages to the player, and media of other kinds', async () => {
    const message = box('emsg', zeros(4), 'urn:mpeg:dash:event:2012\0', '1\0', zeros(16), '2026')
    const media = box('imda', be(1, 4), PIXELS)
    const bytes = movieOf([track('vide', 0, 1)], [message, media])
    expect(await cleaned(bytes, 'video/mp4')).toEqual(bytes)
  })

  it.each(['MPEG', 'musi', 'sprt', 'pano'])('keeps what QuickTime shows: %s', async (handler) => {
    const bytes = movieOf([track(handler, 0, 1)])
    expect(await cleaned(bytes, 'video/quicktime')).toEqual(bytes)
  })

  it('still opens when the table of a sensor names a place in its tables', async () => {
    const bytes = movieOf([track('vide', 0, 1), track('meta', 0, 200)])
    const clean = await cleaned(bytes, 'video/mp4')
    expect(clean?.subarray(0, 28)).toEqual(bytes.subarray(0, 28))
    expect(clean?.includes('meta')).toBe(false)
  })

  it('loses nothing behind a block of a dashcam that has no size', async () => {
    const bytes = join(movieOf([]), box('mdat', be(0xffffffff, 4), 'freeGPS ', PIXELS))
    const clean = await cleaned(bytes, 'video/mp4')
    expect(clean?.includes('freeGPS')).toBe(false)
    expect(clean?.subarray(-PIXELS.length)).toEqual(PIXELS)
    expect(bytes.includes(SECRET)).toBe(false)
  })
})
