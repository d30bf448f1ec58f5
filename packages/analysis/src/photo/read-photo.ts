import { type EmbeddedFacts, NO_EMBEDDED_FACTS } from '../facts/embedded-facts.ts'
import type { BoundedReader } from '../reading/bounded-reader.ts'
import { unlessDamaged } from '../reading/unless-damaged.ts'
import { type FindBlocks, type MetadataBlocks, noBlocks } from './blocks.ts'
import { readExif, readExposure, readGps } from './exif.ts'
import { findInHeif } from './heif-blocks.ts'
import { readIptc } from './iptc.ts'
import { findInJpeg } from './jpeg-blocks.ts'
import { findInJpegXl } from './jpeg-xl-blocks.ts'
import { photoText } from './photo-text.ts'
import { findInPhotoshop } from './photoshop-resources.ts'
import { findInPng } from './png-blocks.ts'
import { findInCanon, findInFujifilm, findInMinolta, findInTiff } from './raw-blocks.ts'
import { findInWebp } from './webp-blocks.ts'
import { readXmp } from './xmp.ts'

const FINDERS: Readonly<Record<string, FindBlocks>> = {
  'image/jpeg': findInJpeg,
  'image/png': findInPng,
  'image/apng': findInPng,
  'image/webp': findInWebp,
  'image/heic': findInHeif,
  'image/heif': findInHeif,
  'image/avif': findInHeif,
  'image/jxl': findInJpegXl,
  'image/tiff': findInTiff,
  'image/x-adobe-dng': findInTiff,
  'image/x-canon-cr2': findInTiff,
  'image/x-nikon-nef': findInTiff,
  'image/x-sony-arw': findInTiff,
  'image/x-canon-cr3': findInCanon,
  'image/x-fujifilm-raf': findInFujifilm,
  'image/x-minolta-mrw': findInMinolta,
  'image/vnd.adobe.photoshop': findInPhotoshop,
}

const MOST_KEYWORDS = 100
/** UTF-16 units of a keyword; of other texts see `photoText`. */
const LONGEST_KEYWORD = 100

/**
 * What cameras and editors wrote into a picture of this type. Damaged blocks count as missing; a reading that would
 * cost too much ends with what was found. `null` when that is nothing. EXIF speaks first of how a photo was taken, XMP and then IPTC of what it
 * shows, because that is where people write it.
 */
export async function readPhoto(
  reader: BoundedReader,
  mimeType: string,
): Promise<EmbeddedFacts | null> {
  const find = FINDERS[mimeType]
  if (find === undefined) return null
  const blocks = noBlocks()
  await unlessDamaged(() => find(reader, blocks))
  const taken = await readTaken(blocks)
  const shown: Partial<EmbeddedFacts>[] = []
  for (const [list, readBlock] of [
    [blocks.xmp, readXmp],
    [blocks.iptc, readIptc],
  ] as const) {
    for (const block of list.all) {
      await reader.giveTurn()
      shown.push(readBlock(block))
    }
  }
  const facts = {
    ...firstOf([...taken, ...shown]),
    ...pickText(firstOf([...shown, ...taken])),
    keywords: keywordsOf(shown),
  }
  return saysNothing(facts) ? null : facts
}

function saysNothing({ keywords, ...others }: EmbeddedFacts): boolean {
  return keywords.length === 0 && Object.values(others).every((fact) => fact === null)
}

async function readTaken(blocks: MetadataBlocks): Promise<readonly Partial<EmbeddedFacts>[]> {
  const works = [
    ...blocks.exif.all.map((place) => () => readExif(place, blocks)),
    ...blocks.exposure.all.slice(0, 1).map((place) => () => readExposure(place)),
    ...blocks.gps.all.slice(0, 1).map((place) => () => readGps(place)),
  ]
  const facts: Partial<EmbeddedFacts>[] = []
  for (const work of works) facts.push((await unlessDamaged(work)) ?? {})
  return facts
}

/** Of each fact, what the first that has one says. */
function firstOf(sources: readonly Partial<EmbeddedFacts>[]): EmbeddedFacts {
  const facts: Record<string, unknown> = { ...NO_EMBEDDED_FACTS }
  for (const name of Object.keys(NO_EMBEDDED_FACTS) as (keyof EmbeddedFacts)[]) {
    facts[name] = sources.find((source) => source[name] != null)?.[name] ?? NO_EMBEDDED_FACTS[name]
  }
  return facts as unknown as EmbeddedFacts
}

function pickText({ title, caption, altText, copyright }: EmbeddedFacts) {
  return { title, caption, altText, copyright }
}

function keywordsOf(sources: readonly Partial<EmbeddedFacts>[]): readonly string[] {
  const keywords = sources.flatMap(({ keywords = [] }) => keywords)
  return [
    ...new Set(keywords.flatMap((keyword) => photoText(keyword, LONGEST_KEYWORD) ?? [])),
  ].slice(0, MOST_KEYWORDS)
}
