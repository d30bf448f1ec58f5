import { deflateSync } from 'node:zlib'
import { be, box, chunk, join, latin1, le, tiffStream, zeros } from './bytes.ts'

const ORIENTATION = 274

/** Options that all sample pictures take: size in stored pixels, and EXIF orientation. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly orientation?: number
}

export function png({ width, height, orientation }: Picture): Buffer {
  const part = (name: string, body: Buffer) => join(be(body.length, 4), name, body, zeros(4))
  return join(
    '\x89PNG\r\n\x1a\n',
    part('IHDR', join(be(width, 4), be(height, 4), Buffer.from([8, 0, 0, 0, 0]))),
    orientation ? part('eXIf', tiffStream({ [ORIENTATION]: orientation })) : '',
    part('IDAT', deflateSync(zeros(64))),
    part('IEND', zeros(0)),
  )
}

export function jpeg({ width, height, orientation }: Picture): Buffer {
  const segment = (marker: number, body: Buffer) =>
    join(Buffer.from([0xff, marker]), be(body.length + 2, 2), body)
  return join(
    '\xff\xd8',
    orientation ? segment(0xe1, join('Exif\0\0', tiffStream({ [ORIENTATION]: orientation }))) : '',
    segment(0xdb, zeros(65)),
    segment(0xc0, join(be(8, 1), be(height, 2), be(width, 2), be(1, 1), zeros(3))),
    segment(0xda, zeros(6)),
    zeros(32),
    '\xff\xd9',
  )
}

export function gif({ width, height }: Picture): Buffer {
  return join('GIF89a', le(width, 2), le(height, 2), zeros(3), ';')
}

export function bmp({ width, height }: Picture): Buffer {
  return join(
    'BM',
    le(70, 4),
    zeros(4),
    le(54, 4),
    le(40, 4),
    le(width, 4),
    le(height, 4),
    zeros(44),
  )
}

export function webp({ width, height, orientation }: Picture): Buffer {
  const flags = join(be(orientation ? 8 : 0, 1), zeros(3), le(width - 1, 3), le(height - 1, 3))
  const exif = orientation ? chunk('EXIF', tiffStream({ [ORIENTATION]: orientation })) : ''
  return chunk('RIFF', 'WEBP', chunk('VP8X', flags), chunk('VP8 ', zeros(16)), exif)
}

export function tiff({ width, height, orientation = 1 }: Picture): Buffer {
  return tiffStream({ 256: width, 257: height, [ORIENTATION]: orientation })
}

/** An AVIF file of one item; `turns` quarter turns by `irot`. */
export function avif({ width, height }: Picture, turns = 0): Buffer {
  const properties = box(
    'iprp',
    box('ipco', box('ispe', zeros(4), be(width, 4), be(height, 4)), box('irot', be(turns, 1))),
    box('ipma', zeros(4), be(1, 4), be(1, 2), be(2, 1), be(1, 1), be(2, 1)),
  )
  return join(
    box('ftyp', 'avif', zeros(4), 'avifmif1'),
    box('meta', zeros(4), box('pitm', zeros(4), be(1, 2)), properties),
    box('mdat', zeros(64)),
  )
}

/** A JP2 file, with or without its header box. */
export function jpeg2000({ width, height }: Picture, hasHeader = true): Buffer {
  const header = box('jp2h', box('ihdr', be(height, 4), be(width, 4), zeros(6)))
  const extent = join(be(width + 2, 4), be(height + 3, 4), be(2, 4), be(3, 4))
  return join(
    box('jP  ', '\r\n\x87\n'),
    box('ftyp', 'jp2 ', zeros(4), 'jp2 '),
    hasHeader ? header : '',
    box('jp2c', '\xff\x4f\xff\x51', be(41, 2), zeros(2), extent, zeros(40)),
  )
}

export function svg(attributes: string): Buffer {
  return latin1(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}><path d="M0 0"/></svg>`)
}

/** An icon file with a picture of each size. */
export function icon(...sizes: readonly number[]): Buffer {
  const start = 6 + sizes.length * 16
  const entries = sizes.map((size) =>
    join(
      le(size % 256, 1),
      le(size % 256, 1),
      zeros(2),
      le(1, 2),
      le(32, 2),
      le(40, 4),
      le(start, 4),
    ),
  )
  return join(le(0, 2), le(1, 2), le(sizes.length, 2), ...entries, le(40, 4), zeros(60))
}

/** A Targa file of run lengths, which has no signature. */
export function tga({ width, height }: Picture): Buffer {
  const runs = Math.ceil((width * height) / 128)
  return join(
    zeros(2),
    le(10, 1),
    zeros(9),
    le(width, 2),
    le(height, 2),
    le(24, 1),
    zeros(1),
    ...Array.from({ length: runs }, () => '\xff\0\0\0'),
  )
}

/** The head of a JPEG XL codestream: no small sizes, heights and widths of 13 bits, and more than the default. */
export function jpegXl({ width, height, orientation = 1 }: Picture): Buffer {
  const fields: readonly (readonly [number, number])[] = [
    [0, 1],
    [1, 2],
    [height - 1, 13],
    [0, 3],
    [1, 2],
    [width - 1, 13],
    [0, 1],
    [1, 1],
    [orientation - 1, 3],
  ]
  const bits = fields.flatMap(([value, count]) =>
    Array.from({ length: count }, (_, index) => (value >> index) & 1),
  )
  const bytes = Buffer.alloc(16)
  for (const [at, bit] of bits.entries()) bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (bit << (at & 7))
  return join('\xff\x0a', bytes)
}

/** A JPEG XL file whose codestream comes after a megabyte of metadata, in a box with a size of 64 bits. */
export function jpegXlFile(picture: Picture): Buffer {
  const stream = jpegXl(picture)
  return join(
    be(12, 4),
    'JXL ',
    '\r\n\x87\n',
    box('ftyp', 'jxl ', zeros(4), 'jxl '),
    box('xml ', zeros(2 ** 20)),
    join(be(1, 4), 'jxlp', zeros(4), be(stream.length + 20, 4), zeros(4), stream),
  )
}
