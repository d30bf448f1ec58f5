import { isSameNumber, isSamePlace, isSameText, isSameTexts, isSameTime } from './agreement.mjs'

/**
 * Each fact of `embedded`: what exiftool says of it, from its tags in the order in which the analysis believes them;
 * `undefined` where it says nothing. And whether the two are the same.
 */
export const FIELDS = {
  takenAt: { expected: timeOf, agrees: isSameTime },
  camera: {
    expected: (tags) =>
      nameOf(tags, 'IFD0:Make', 'IFD0:Model') ?? nameOf(tags, 'XMP-tiff:Make', 'XMP-tiff:Model'),
    agrees: isSameName,
  },
  lens: {
    expected: (tags) =>
      nameOf(tags, 'ExifIFD:LensMake', 'ExifIFD:LensModel') ??
      nameOf(tags, '', 'XMP-exifEX:LensModel') ??
      nameOf(tags, '', 'XMP-aux:Lens'),
    agrees: isSameName,
  },
  iso: { expected: isoOf, agrees: isSameNumber },
  exposure: numberOf('ExifIFD:ExposureTime', 'XMP-exif:ExposureTime'),
  aperture: numberOf('ExifIFD:FNumber', 'XMP-exif:FNumber'),
  focalLength: numberOf('ExifIFD:FocalLength', 'XMP-exif:FocalLength'),
  location: { expected: placeOf, agrees: isSamePlace },
  title: textOf('XMP-dc:Title', 'IPTC:ObjectName'),
  caption: textOf('XMP-dc:Description', 'IPTC:Caption-Abstract', 'IFD0:ImageDescription'),
  altText: textOf('XMP-iptcCore:AltTextAccessibility'),
  copyright: textOf('XMP-dc:Rights', 'IPTC:CopyrightNotice', 'IFD0:Copyright'),
  keywords: { expected: keywordsOf, agrees: isSameTexts },
  pageCount: numberOf('PDF:PageCount'),
}

function textOf(...names) {
  return { expected: (tags) => first(tags, names, text), agrees: isSameText }
}

function numberOf(...names) {
  return { expected: (tags) => first(tags, names, positive), agrees: isSameNumber }
}

/** Of the first tag that says something. */
function first(tags, names, read) {
  for (const name of names) {
    const value = read(tags[name])
    if (value !== undefined) return value
  }
}

function text(value) {
  const [only] = Array.isArray(value) ? value : [value]
  const plain = only === undefined ? '' : String(only).trim()
  return plain === '' ? undefined : plain
}

/** Several numbers are one text, with spaces. */
function positive(value) {
  const number = Number.parseFloat(text(value))
  return Number.isFinite(number) && number > 0 ? number : undefined
}

/** A maker and its product. */
function nameOf(tags, maker, product) {
  const [make, model] = [text(tags[maker]), text(tags[product])]
  return make === undefined && model === undefined ? undefined : { make, model }
}

/** The name of the product often contains that of its maker. */
function isSameName(ours, { make, model }) {
  const both = [make, model].filter((part) => part !== undefined).join(' ')
  return isSameText(ours, both) || (model !== undefined && isSameText(ours, model))
}

/** The largest number that the tag can hold says that another one has it (CIPA DC-008). */
function isoOf(tags) {
  const iso = positive(tags['ExifIFD:ISO'])
  if (iso === 65535) return positive(tags['ExifIFD:RecommendedExposureIndex']) ?? iso
  return (
    iso ?? positive(tags['XMP-exifEX:PhotographicSensitivity']) ?? positive(tags['XMP-exif:ISO'])
  )
}

const CLOCKS = [
  ['ExifIFD:DateTimeOriginal', 'ExifIFD:SubSecTimeOriginal', 'ExifIFD:OffsetTimeOriginal'],
  ['ExifIFD:CreateDate', 'ExifIFD:SubSecTimeDigitized', 'ExifIFD:OffsetTimeDigitized'],
  ['XMP-exif:DateTimeOriginal'],
  ['XMP-photoshop:DateCreated'],
  ['IPTC:DateCreated', null, 'IPTC:TimeCreated'],
]

/** Date and time as they are written; a tag of its own may have the fraction or the offset, or, in IPTC, the time. */
function timeOf(tags) {
  for (const [date, fraction, rest] of CLOCKS) {
    const moment = text(tags[date])
    if (moment === undefined || !/[1-9]/.test(moment) || !/^\d{4}:\d{2}:\d{2}/.test(moment))
      continue
    const part = text(tags[fraction])
    const isIptc = date.startsWith('IPTC')
    return [moment, part && `.${part}`, isIptc ? ' ' : '', text(tags[rest])]
      .filter(Boolean)
      .join('')
  }
}

function placeOf(tags) {
  return exifPlace(tags) ?? xmpPlace(tags)
}

/** Without sign: the hemisphere is a tag of its own. */
function exifPlace(tags) {
  const part = (name) => tags[`GPS:GPS${name}`]
  return place({
    latitude: signed(part('Latitude'), /^s/i.test(part('LatitudeRef'))),
    longitude: signed(part('Longitude'), /^w/i.test(part('LongitudeRef'))),
    altitude: signed(part('Altitude'), [1, 3].includes(part('AltitudeRef'))),
  })
}

function xmpPlace(tags) {
  const part = (name) => tags[`XMP-exif:GPS${name}`]
  return place({
    latitude: signed(part('Latitude')),
    longitude: signed(part('Longitude')),
    altitude: signed(part('Altitude'), part('AltitudeRef') === 1),
  })
}

function signed(value, isNegative = false) {
  const number = Number.parseFloat(value)
  return isNegative ? -number : number
}

/** The zeros of a receiver that knew no place are none. */
function place({ latitude, longitude, altitude }) {
  if (Number.isNaN(latitude) || Number.isNaN(longitude)) return undefined
  if (latitude === 0 && longitude === 0) return undefined
  return { latitude, longitude, altitude: Number.isNaN(altitude) ? null : altitude }
}

function keywordsOf(tags) {
  const lists = [tags['XMP-dc:Subject'], tags['IPTC:Keywords']]
  const words = lists.flat().flatMap((word) => text(word) ?? [])
  return words.length === 0 ? undefined : [...new Set(words)]
}
