import { be, box, join, zeros } from './bytes.ts'

/** What a movie says of where it was made, and what it shows. */
export const SECRET = 'a secret place, 48.1374 N'
export const PIXELS: Buffer = Buffer.from('the pixels, which stay')

/** A track with this handler, whose only chunk is at `offset`. */
export function track(handler: string, offset: number, size: number): Buffer {
  const table = box(
    'stbl',
    box('stsz', zeros(4), be(size, 4), be(1, 4)),
    box('stsc', zeros(4), be(1, 4), be(1, 4), be(1, 4), be(1, 4)),
    box('stco', zeros(4), be(1, 4), be(offset, 4)),
  )
  const media = box('mdia', box('hdlr', zeros(8), handler, zeros(12)), box('minf', table))
  return box('trak', box('tkhd', zeros(84)), media)
}

/** A movie with pictures, a sensor, and a location in every place that phones and cameras use. */
export function movie(handler = 'meta'): Buffer {
  const text = (type: string, value: string) => box(type, be(value.length, 2), be(0, 2), value)
  const key = (name: string) => box('mdta', name)
  const data = (value: string) => box('data', be(1, 4), zeros(4), value)
  const item = (index: number, value: string) => {
    const content = data(value)
    return join(be(content.length + 8, 4), be(index, 4), content)
  }
  const start = box('ftyp', 'qt  ', zeros(4))
  const made = (offset: number) =>
    join(
      start,
      box(
        'moov',
        box('mvhd', zeros(100)),
        track('vide', offset, PIXELS.length),
        track(handler, offset + PIXELS.length, SECRET.length),
        box('udta', text('\xa9xyz', '+48.1374+011.5755/'), text('\xa9nam', 'A title')),
        box(
          'meta',
          box('hdlr', zeros(8), 'mdta', zeros(12)),
          box(
            'keys',
            zeros(4),
            be(2, 4),
            key('com.apple.quicktime.location.ISO6709'),
            key('com.apple.quicktime.model'),
          ),
          box('ilst', item(1, '+48.1374+011.5755/'), item(2, 'iPhone 15')),
        ),
      ),
    )
  const offset = made(0).length + 8
  return join(made(offset), box('mdat', PIXELS, SECRET), box('GPS ', SECRET), SECRET)
}
