import type { EmbeddedFacts, PhotoLocation } from '../facts/embedded-facts.ts'
import { cameraOf, locationOf, positive } from './exif.ts'
import { photoText } from './photo-text.ts'
import { photoTime } from './photo-time.ts'
import {
  type Namespace,
  propertyName,
  readProperties,
  type XmpProperties,
} from './xmp-properties.ts'

/** The facts of an XMP packet. */
export function readXmp(packet: Buffer): Partial<EmbeddedFacts> {
  const properties = readProperties(decodePacket(packet))
  const values = (namespace: Namespace, name: string) =>
    properties.get(propertyName(namespace, name)) ?? []
  const text = (namespace: Namespace, name: string) => photoText(values(namespace, name)[0])
  const number = (namespace: Namespace, name: string) => rational(text(namespace, name))
  return {
    takenAt:
      photoTime(text('exif', 'DateTimeOriginal')) ?? photoTime(text('photoshop', 'DateCreated')),
    camera: cameraOf(text('tiff', 'Make'), text('tiff', 'Model')),
    lens: cameraOf(null, text('exifEX', 'LensModel') ?? text('aux', 'Lens')),
    iso: positive(number('exifEX', 'PhotographicSensitivity') ?? number('exif', 'ISOSpeedRatings')),
    exposure: positive(number('exif', 'ExposureTime')),
    aperture: positive(number('exif', 'FNumber')),
    focalLength: positive(number('exif', 'FocalLength')),
    location: location(properties),
    title: text('dc', 'title'),
    caption: text('dc', 'description'),
    altText: text('iptc', 'AltTextAccessibility'),
    copyright: text('dc', 'rights'),
    keywords: values('dc', 'subject'),
  }
}

/** UTF-8 or UTF-16 (XMP part 1, 7.2). */
function decodePacket(bytes: Buffer): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0 && bytes[1] === 0x3c) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes[0] === 0x3c && bytes[1] === 0) return new TextDecoder('utf-16le').decode(bytes)
  return bytes.toString('utf8')
}

/** `28/10`, or a number. */
function rational(text: string | null): number | null {
  const match = text === null ? null : /^(-?\d+(?:\.\d+)?)(?:\/(\d+))?$/.exec(text)
  if (match === null) return null
  const value = Number(match[1]) / Number(match[2] ?? 1)
  return Number.isFinite(value) ? value : null
}

function location(properties: XmpProperties): PhotoLocation | null {
  const text = (name: string) => properties.get(propertyName('exif', name))?.[0] ?? null
  const altitude = rational(text('GPSAltitude'))
  return locationOf({
    latitude: coordinate(text('GPSLatitude')),
    longitude: coordinate(text('GPSLongitude')),
    altitude: altitude !== null && text('GPSAltitudeRef') === '1' ? -altitude : altitude,
  })
}

/** `48,12.5N` or `48,12,30N` (XMP part 2, 1.2.7.4). */
function coordinate(text: string | null): number | null {
  const match =
    text === null ? null : /^(\d+),(\d+(?:\.\d+)?)(?:,(\d+(?:\.\d+)?))?([NSEW])$/.exec(text.trim())
  if (match === null) return null
  const value = Number(match[1]) + Number(match[2]) / 60 + Number(match[3] ?? 0) / 3600
  return match[4] === 'S' || match[4] === 'W' ? -value : value
}
