import type { EmbeddedFacts, PhotoLocation } from '../facts/embedded-facts.ts'
import { blockBytes, type MetadataBlocks, type TiffPlace } from './blocks.ts'
import { decodePhotoText, LONGEST_NAME, photoText } from './photo-text.ts'
import { photoTime } from './photo-time.ts'
import { findInResources } from './photoshop-resources.ts'
import { readFields, type TiffFields } from './tiff-fields.ts'

/** Tags of the first directory (TIFF 6.0, section 8; CIPA DC-008, 4.6.4). */
const MAIN = {
  description: 270,
  make: 271,
  model: 272,
  xmp: 700,
  copyright: 33432,
  iptc: 33723,
  photoshop: 34377,
  exposure: 34665,
  gps: 34853,
} as const

/** Tags of the directory of exposure data (CIPA DC-008, 4.6.5). */
const EXPOSURE = {
  time: 33434,
  aperture: 33437,
  sensitivity: 34855,
  recommended: 34866,
  taken: 36867,
  digitized: 36868,
  takenOffset: 36881,
  digitizedOffset: 36882,
  focalLength: 37386,
  takenFraction: 37521,
  digitizedFraction: 37522,
  lensMake: 42035,
  lens: 42036,
} as const

/** Tags of the directory of the location (CIPA DC-008, 4.6.6). */
const GPS = { south: 1, latitude: 2, west: 3, longitude: 4, below: 5, altitude: 6 } as const

/** Sensitivities above that are in `recommended`. */
const LARGEST_SENSITIVITY = 65535

/** What cameras write in place of a description. */
const NO_DESCRIPTION =
  /^(?:.*\bdigital camera|sony dsc|samsung|exif_jpeg_picture|dcim.*|default|minolta.*|mamiya.*)$/i

/** The facts of the main picture; finds blocks of XMP and IPTC within the stream, too. */
export async function readExif(
  place: TiffPlace,
  blocks: MetadataBlocks,
): Promise<Partial<EmbeddedFacts>> {
  const main = await readFields(place)
  await findWithin(place, main, blocks)
  const exposure = await main.number(MAIN.exposure)
  const gps = await main.number(MAIN.gps)
  return {
    camera: cameraOf(await textAt(main, MAIN.make), await textAt(main, MAIN.model)),
    caption: described(await textAt(main, MAIN.description)),
    copyright: await copyrightOf(main),
    ...(exposure !== null && (await readExposure(place, exposure))),
    ...(gps !== null && (await readGps(place, gps))),
  }
}

async function findWithin(
  { reader }: TiffPlace,
  main: TiffFields,
  blocks: MetadataBlocks,
): Promise<void> {
  const [xmp, iptc, photoshop] = [MAIN.xmp, MAIN.iptc, MAIN.photoshop].map((tag) => main.place(tag))
  if (xmp) await blocks.xmp.add(() => blockBytes(reader, xmp))
  if (iptc) await blocks.iptc.add(() => blockBytes(reader, iptc))
  if (photoshop) await findInResources(reader, blocks, photoshop)
}

/** The directory of exposure data at `offset` of the stream; without one, the stream's first directory is that. */
export async function readExposure(
  place: TiffPlace,
  offset?: number,
): Promise<Partial<EmbeddedFacts>> {
  const fields = await readFields(place, offset)
  return {
    takenAt:
      (await timeAt(fields, EXPOSURE.taken, EXPOSURE.takenFraction, EXPOSURE.takenOffset)) ??
      (await timeAt(
        fields,
        EXPOSURE.digitized,
        EXPOSURE.digitizedFraction,
        EXPOSURE.digitizedOffset,
      )),
    lens: cameraOf(await textAt(fields, EXPOSURE.lensMake), await textAt(fields, EXPOSURE.lens)),
    iso: positive(await isoOf(fields)),
    exposure: positive(await fields.number(EXPOSURE.time)),
    aperture: positive(await fields.number(EXPOSURE.aperture)),
    focalLength: positive(await fields.number(EXPOSURE.focalLength)),
  }
}

/** The directory of the location, likewise. */
export async function readGps(place: TiffPlace, offset?: number): Promise<Partial<EmbeddedFacts>> {
  const fields = await readFields(place, offset)
  const latitude = degrees(await fields.numbers(GPS.latitude))
  const longitude = degrees(await fields.numbers(GPS.longitude))
  const reference = await fields.number(GPS.below)
  const altitude = await fields.number(GPS.altitude)
  return {
    location: locationOf({
      // Some programs write the whole word.
      latitude: signed(latitude, /^s/i.test((await textAt(fields, GPS.south)) ?? '')),
      longitude: signed(longitude, /^w/i.test((await textAt(fields, GPS.west)) ?? '')),
      // Below the sea, or since EXIF 3.0 below the ellipsoid.
      altitude: signed(altitude, reference === 1 || reference === 3),
    }),
  }
}

/** A place on earth; `null` for one that is not, and for the zeros of a receiver that knew no place. */
export function locationOf({
  latitude,
  longitude,
  altitude,
}: {
  readonly latitude: number | null
  readonly longitude: number | null
  readonly altitude: number | null
}): PhotoLocation | null {
  if (latitude === null || longitude === null) return null
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null
  if (latitude === 0 && longitude === 0) return null
  return { latitude, longitude, altitude }
}

/** Degrees, minutes and seconds. */
function degrees(parts: readonly (number | null)[]): number | null {
  const [whole = null, minutes = 0, seconds = 0] = parts
  if (whole === null) return null
  return whole + (minutes ?? 0) / 60 + (seconds ?? 0) / 3600
}

function signed(value: number | null, isNegative: boolean): number | null {
  return value === null || !isNegative ? value : -value
}

/** The name of a maker and of its product, which often contains it. */
export function cameraOf(make: string | null, model: string | null): string | null {
  const [first = ''] = make?.split(' ') ?? []
  const isNamed = make === null || model?.toLowerCase().startsWith(first.toLowerCase()) === true
  const name = isNamed ? model : `${make} ${model ?? ''}`
  return photoText(name, LONGEST_NAME)
}

export function positive(value: number | null): number | null {
  return value !== null && Number.isFinite(value) && value > 0 ? value : null
}

function described(text: string | null): string | null {
  return text === null || NO_DESCRIPTION.test(text) ? null : text
}

/** The photographer's notice, then, after a zero byte, the editor's. */
async function copyrightOf(main: TiffFields): Promise<string | null> {
  const bytes = await main.bytes(MAIN.copyright)
  if (bytes === null) return null
  const end = bytes.indexOf(0)
  const notices = end === -1 ? [bytes] : [bytes.subarray(0, end), bytes.subarray(end + 1)]
  return photoText(notices.flatMap((notice) => photoText(decodePhotoText(notice)) ?? []).join(', '))
}

async function isoOf(fields: TiffFields): Promise<number | null> {
  const iso = await fields.number(EXPOSURE.sensitivity)
  if (iso !== LARGEST_SENSITIVITY) return iso
  return (await fields.number(EXPOSURE.recommended)) ?? iso
}

async function timeAt(
  fields: TiffFields,
  tag: number,
  fraction: number,
  offset: number,
): Promise<string | null> {
  return photoTime(await textAt(fields, tag), {
    fraction: await textAt(fields, fraction),
    offset: await textAt(fields, offset),
  })
}

async function textAt(fields: TiffFields, tag: number): Promise<string | null> {
  const bytes = await fields.bytes(tag)
  return bytes === null ? null : photoText(decodePhotoText(bytes))
}
