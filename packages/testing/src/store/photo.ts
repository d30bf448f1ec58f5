const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
/** Where the first chunk after the size of the picture begins. */
const AFTER_SIZE = 33

/** What a photo says of itself. */
export interface PhotoWords {
  /** As ISO 8601. */
  readonly takenAt?: string
  readonly camera?: string
  /** As XMP has them: `33,52.5S`. */
  readonly place?: readonly [latitude: string, longitude: string]
  readonly caption?: string
}

/** A PNG of one pixel with an XMP packet (PNG 3, 11.3.3.4; XMP part 3, 1.1.5). */
export function photoOf({ takenAt, camera, place, caption }: PhotoWords): Buffer<ArrayBuffer> {
  const attributes = {
    'exif:DateTimeOriginal': takenAt,
    'tiff:Model': camera,
    'exif:GPSLatitude': place?.[0],
    'exif:GPSLongitude': place?.[1],
    'dc:description': caption,
  }
  const written = Object.entries(attributes).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}="${value}"`],
  )
  const packet = `<x:xmpmeta xmlns:x="adobe:ns:meta/"
    xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:tiff="http://ns.adobe.com/tiff/1.0/"
    ><rdf:RDF><rdf:Description ${written.join(' ')}/></rdf:RDF></x:xmpmeta>`
  const body = Buffer.from(`iTXtXML:com.adobe.xmp\0\0\0\0\0${packet}`)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length - 4)
  // The checksum of a chunk that nobody needs to draw the picture.
  const chunk = Buffer.concat([length, body, Buffer.alloc(4)])
  return Buffer.concat([PIXEL.subarray(0, AFTER_SIZE), chunk, PIXEL.subarray(AFTER_SIZE)])
}

/** A TIFF file of one pixel that says where it was taken (TIFF 6.0, section 2; CIPA DC-008, 4.6.6). */
export function locatedTiff(): Buffer<ArrayBuffer> {
  const entry = (tag: number, type: number, count: number, value: number | string) => {
    const bytes = Buffer.alloc(12)
    bytes.writeUInt16BE(tag, 0)
    bytes.writeUInt16BE(type, 2)
    bytes.writeUInt32BE(count, 4)
    if (typeof value === 'string') bytes.write(value, 8, 'latin1')
    else if (type === SHORT) bytes.writeUInt16BE(value, 8)
    else bytes.writeUInt32BE(value, 8)
    return bytes
  }
  const directory = (entries: readonly Buffer[]) => {
    const count = Buffer.alloc(2)
    count.writeUInt16BE(entries.length)
    return Buffer.concat([count, ...entries, Buffer.alloc(4)])
  }
  const main = (gps: number, pixel: number) =>
    directory([
      entry(256, SHORT, 1, 1),
      entry(257, SHORT, 1, 1),
      entry(258, SHORT, 1, 8),
      entry(259, SHORT, 1, 1),
      entry(262, SHORT, 1, 1),
      entry(273, LONG, 1, pixel),
      entry(278, SHORT, 1, 1),
      entry(279, LONG, 1, 1),
      entry(34853, LONG, 1, gps),
    ])
  const gpsAt = 8 + main(0, 0).length
  const places = (degrees: number) => {
    const bytes = Buffer.alloc(24)
    for (const [index, value] of [degrees, 1, 0, 1, 0, 1].entries()) {
      bytes.writeUInt32BE(value, index * 4)
    }
    return bytes
  }
  const gps = (values: number) =>
    directory([
      entry(1, TEXT, 2, 'N'),
      entry(2, RATIONAL, 3, values),
      entry(3, TEXT, 2, 'E'),
      entry(4, RATIONAL, 3, values + 24),
    ])
  const values = gpsAt + gps(0).length
  const head = Buffer.from('MM\0*\0\0\0\x08', 'latin1')
  const pixel = values + 48
  return Buffer.concat([
    head,
    main(gpsAt, pixel),
    gps(values),
    places(48),
    places(11),
    Buffer.alloc(1),
  ])
}

const TEXT = 2
const SHORT = 3
const LONG = 4
const RATIONAL = 5
