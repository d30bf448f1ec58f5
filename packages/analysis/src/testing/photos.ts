import { crc32 } from 'node:zlib'
import { be, box, join, latin1, zeros } from './bytes.ts'

const TYPES = { text: 2, short: 3, long: 4, rational: 5 } as const

/** A field of a TIFF directory. */
export type TiffValue =
  | { readonly text: string }
  | { readonly short: readonly number[] }
  | { readonly long: readonly number[] }
  | { readonly rational: readonly (readonly [number, number])[] }

/** The fields of one directory, by tag, in rising order. */
export type TiffDirectory = Readonly<Record<number, TiffValue>>

/** The tags that lead from the first directory to those of exposure data and location. */
const EXPOSURE = 34665
const GPS = 34853

/** A big-endian TIFF stream as cameras write it. */
export function photoTiff({
  main = {},
  exposure,
  gps,
}: {
  readonly main?: TiffDirectory
  readonly exposure?: TiffDirectory
  readonly gps?: TiffDirectory
}): Buffer {
  const parts: Buffer[] = []
  const place = (directory: TiffDirectory): number => {
    const start = 8 + parts.reduce((sum, part) => sum + part.length, 0)
    parts.push(directoryBytes(directory, start))
    return start
  }
  // Where they are must be known before the first directory is written: they come before it.
  const pointers = {
    ...(exposure && { [EXPOSURE]: { long: [place(exposure)] } }),
    ...(gps && { [GPS]: { long: [place(gps)] } }),
  }
  const first = place({ ...main, ...pointers })
  return join('MM', be(42, 2), be(first, 4), ...parts)
}

function directoryBytes(directory: TiffDirectory, start: number): Buffer {
  const fields = Object.entries(directory)
  const values: Buffer[] = []
  let at = start + 2 + fields.length * 12 + 4
  const entries = fields.map(([tag, value]) => {
    const { type, count, bytes } = valueBytes(value)
    const head = join(be(Number(tag), 2), be(type, 2), be(count, 4))
    if (bytes.length <= 4) return join(head, bytes, zeros(4 - bytes.length))
    const entry = join(head, be(at, 4))
    values.push(bytes)
    at += bytes.length
    return entry
  })
  return join(be(fields.length, 2), ...entries, zeros(4), ...values)
}

function valueBytes(value: TiffValue): { type: number; count: number; bytes: Buffer } {
  if ('text' in value) {
    const bytes = join(Buffer.from(value.text), '\0')
    return { type: TYPES.text, count: bytes.length, bytes }
  }
  if ('short' in value) {
    const bytes = join(...value.short.map((number) => be(number, 2)))
    return { type: TYPES.short, count: value.short.length, bytes }
  }
  if ('long' in value) {
    const bytes = join(...value.long.map((number) => be(number, 4)))
    return { type: TYPES.long, count: value.long.length, bytes }
  }
  const bytes = join(...value.rational.map(([over, under]) => join(be(over, 4), be(under, 4))))
  return { type: TYPES.rational, count: value.rational.length, bytes }
}

/** An XMP packet whose description has these attributes and elements. */
export function xmpPacket(attributes: string, elements = ''): Buffer {
  return Buffer.from(`<?xpacket begin="\ufeff"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
    <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
      xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
      xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/" ${attributes}>${elements}
    </rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`)
}

/** IPTC data sets of record 2. */
export function iptcRecord(sets: readonly (readonly [number, string])[]): Buffer {
  return join(
    ...sets.map(([number, text]) => {
      const bytes = Buffer.from(text)
      return join(Buffer.from([0x1c, 2, number]), be(bytes.length, 2), bytes)
    }),
  )
}

/** A Photoshop resource with an IPTC record. */
export function iptcResource(sets: readonly (readonly [number, string])[]): Buffer {
  const record = iptcRecord(sets)
  return join(
    '8BIM',
    be(0x0404, 2),
    zeros(2),
    be(record.length, 4),
    record,
    zeros(record.length & 1),
  )
}

/** A JPEG of these segments, and no pixels. */
export function jpegOf(segments: readonly (readonly [number, Uint8Array])[]): Buffer {
  const parts = segments.map(([marker, body]) =>
    join(Buffer.from([0xff, marker]), be(body.length + 2, 2), body),
  )
  return join('\xff\xd8', ...parts, '\xff\xda', be(8, 2), zeros(6), '\xff\xd9')
}

/** The starts of JPEG segments. */
export const SEGMENT: Readonly<Record<'exif' | 'xmp' | 'photoshop', Buffer>> = {
  exif: latin1('Exif\0\0'),
  xmp: latin1('http://ns.adobe.com/xap/1.0/\0'),
  photoshop: latin1('Photoshop 3.0\0'),
}

/** An item of a HEIC file. */
export interface HeicItem {
  readonly type: string
  readonly mime?: string
  readonly bytes: Buffer
}

/** A HEIC file of these items, each in one piece. */
export function heicOf(items: readonly HeicItem[]): Buffer {
  const information = box(
    'iinf',
    zeros(4),
    be(items.length, 2),
    ...items.map(({ type, mime = '' }, index) =>
      box('infe', be(2, 1), zeros(3), be(index + 1, 2), zeros(2), type, `\0${mime}\0`),
    ),
  )
  const start = box('ftyp', 'heic', zeros(4))
  const before = (offset: number) => {
    let at = offset
    const places = items.map(({ bytes }, index) => {
      const place = join(be(index + 1, 2), zeros(2), be(1, 2), be(at, 4), be(bytes.length, 4))
      at += bytes.length
      return place
    })
    const locations = box('iloc', zeros(4), be(0x44, 1), be(0, 1), be(items.length, 2), ...places)
    return join(start, box('meta', zeros(4), information, locations))
  }
  const offset = before(0).length + 8
  return join(before(offset), box('mdat', ...items.map(({ bytes }) => bytes)))
}

/** A PNG of these chunks, and no pixels. */
export function pngOf(...chunks: readonly (readonly [string, Buffer])[]): Buffer {
  const all = [['IHDR', zeros(13)] as const, ...chunks, ['IEND', zeros(0)] as const]
  return join(
    '\x89PNG\r\n\x1a\n',
    ...all.map(([name, body]) =>
      join(be(body.length, 4), name, body, be(crc32(join(name, body)), 4)),
    ),
  )
}

/** A field of any tag and type: its bytes, or where another directory or the bytes of an earlier field are. */
export type RawField = readonly [
  tag: number,
  type: number,
  count: number,
  value: Buffer | { readonly directory: number } | { readonly bytesOf: number },
]

/** A big-endian TIFF stream of these directories. `chained`: the one that follows another. */
export function rawTiff(
  directories: readonly (readonly RawField[])[],
  chained: Readonly<Record<number, number>> = {},
): Buffer {
  let at = 8
  const places = directories.map((fields) => {
    const start = at
    at += 2 + fields.length * 12 + 4
    const values = fields.map(([, , , value]) => {
      const place = at
      if (Buffer.isBuffer(value) && value.length > 4) at += value.length
      return place
    })
    return { start, values }
  })
  const parts = directories.map((fields, index) => {
    const { values = [] } = places[index] ?? {}
    const rows = fields.map(([tag, type, count, value], field) =>
      join(be(tag, 2), be(type, 2), be(count, 4), fieldBytes(value, { field, values })),
    )
    const long = fields.flatMap(([, , , value]) =>
      Buffer.isBuffer(value) && value.length > 4 ? [value] : [],
    )
    const next = places[chained[index] ?? -1]?.start ?? 0
    return join(be(fields.length, 2), ...rows, be(next, 4), ...long)
  })
  return join('MM', be(42, 2), be(8, 4), ...parts)

  function fieldBytes(
    value: RawField[3],
    { field, values }: { readonly field: number; readonly values: readonly number[] },
  ): Buffer {
    if ('directory' in value) return be(places[value.directory]?.start ?? 0, 4)
    if ('bytesOf' in value) return be(values[value.bytesOf] ?? 0, 4)
    return value.length > 4 ? be(values[field] ?? 0, 4) : join(value, zeros(4 - value.length))
  }
}
