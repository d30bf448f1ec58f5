import { attributesIn, endOfOther, endOfTag } from '../../photo/xmp-properties.ts'
import type { ByteRange } from '../../reading/readable-file.ts'

const MOST_TAGS = 20_000
const MOST_ATTRIBUTES = 20_000
const MOST_DEPTH = 128
const SPACE = 0x20

/** Properties that say where a picture was taken, or what it shows, whatever their namespace. */
const LOCATION =
  /^(?:geo|city$|state$|province|country|worldregion|coverage$)|location|gps|latitude|longitude|altitude/i
/** Coordinates, alone (W3C's `geo:lat`) or at the end of a name (`LRFTargetLat`, of what a drone measures). */
const COORDINATE = /^(?:lat|long?|lng|coordinates)$|[a-z](?:Lat|Long?|Lng|Coordinates)$/
/** Vocabularies of places, by their usual prefixes (W3C Basic Geo, GeoRSS, GML). */
const OF_PLACES = /^(?:geo|georss|gml):/
/** Where in the picture something is. */
const OF_PIXELS = /^SubjectLocation$/
/** Pictures within the packet, which may have EXIF data of their own. */
const PICTURE = /^(?:GImage|GDepth|GAudio):Data$|^xmpGImg:image$/
/** Notes of the camera's maker. */
const NOTE = /maker_?note|shot_log/i
const LEFT = /gps|latitude|longitude/i

/**
 * A packet of the same length that says no location: the properties become blanks, and so do texts that speak of one. A
 * packet that is not well-formed, or that still names one, becomes all blanks.
 */
export function cleanXmp(packet: Buffer): Buffer {
  // Zeros between the characters are UTF-16; at the end they are padding.
  const length = lastWithout(packet, 0) + 1
  const xml = packet.toString('latin1', 0, length)
  const found = xml.includes('\0') ? null : findLocations(xml)
  const clean = Buffer.from(packet)
  if (found === null) return clean.fill(SPACE)
  for (const { start, end } of found.locations) clean.fill(SPACE, start, end)
  // The names of namespaces are no locations.
  const rest = Buffer.from(clean)
  for (const { start, end } of found.namespaces) rest.fill(SPACE, start, end)
  return LEFT.test(rest.toString('latin1')) ? clean.fill(SPACE) : clean
}

function lastWithout(bytes: Buffer, value: number): number {
  let at = bytes.length - 1
  while (at >= 0 && bytes[at] === value) at -= 1
  return at
}

/** Offsets in the packet: each of its bytes is one character. */
interface Found {
  readonly locations: ByteRange[]
  readonly namespaces: ByteRange[]
}

/** Where the packet says a location, and where it declares namespaces; `null` for what is not well-formed. */
function findLocations(xml: string): Found | null {
  const found: Found = { locations: [], namespaces: [] }
  const open: string[] = []
  let attributes = 0
  let dropping: { readonly start: number; readonly depth: number } | null = null
  for (let at = 0, tags = 0; ; tags += 1) {
    const start = xml.indexOf('<', at)
    if (start === -1) return open.length === 0 ? found : null
    if (LEFT.test(xml.slice(at, start))) found.locations.push({ start: at, end: start })
    const other = endOfOther(xml, start)
    const last = other === 0 ? endOfTag(xml, start) : other - 1
    if (last < 0 || tags > MOST_TAGS) return null
    at = last + 1
    if (other > 0) continue
    const tag = xml.slice(start + 1, last)
    if (tag.startsWith('/')) {
      if (open.pop() !== tag.slice(1).trim()) return null
      if (dropping?.depth !== open.length) continue
      found.locations.push({ start: dropping.start, end: at })
      dropping = null
      continue
    }
    const isEmpty = tag.endsWith('/')
    const name = /^[^\s/]*/.exec(tag)?.[0] ?? ''
    if (dropping === null) {
      if (!isLocation(name)) {
        const text = tag.slice(name.length)
        attributes += addAttributes(found, text, {
          offset: start + 1 + name.length,
          most: MOST_ATTRIBUTES - attributes,
        })
        if (attributes >= MOST_ATTRIBUTES) return null
      } else if (isEmpty) found.locations.push({ start, end: at })
      else dropping = { start, depth: open.length }
    }
    if (!isEmpty) open.push(name)
    if (open.length > MOST_DEPTH) return null
  }
}

function isLocation(name: string): boolean {
  const local = name.slice(name.indexOf(':') + 1)
  const isPlace = LOCATION.test(local) || COORDINATE.test(local) || OF_PLACES.test(name)
  return (isPlace && !OF_PIXELS.test(local)) || PICTURE.test(name) || NOTE.test(local)
}

/** Ends at the first attribute without a value in quotation marks. Returns how many there are, up to `most`. */
function addAttributes(
  { locations, namespaces }: Found,
  text: string,
  { offset, most }: { readonly offset: number; readonly most: number },
): number {
  let count = 0
  for (const { name, value, start, end } of attributesIn(text)) {
    if (count === most) break
    count += 1
    const range = { start: offset + start, end: offset + end }
    if (name.startsWith('xmlns')) namespaces.push(range)
    else if (isLocation(name) || LEFT.test(value)) locations.push(range)
  }
  return count
}
