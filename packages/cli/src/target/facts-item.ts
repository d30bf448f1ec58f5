import type { AssetMeta } from '@stowage/client'
import type { EmbeddedFacts } from '@stowage/core/types'
import {
  amount,
  answered,
  type Form,
  listOf,
  number,
  object,
  orElse,
  orNull,
  text,
} from './answered.ts'

/** What a file says of itself, by the names of the HTTP API. */
export interface FactsItem extends Omit<NonNullable<AssetMeta['facts']>, 'keywords'> {
  readonly keywords: readonly string[]
}

const PLACE = { latitude: number, longitude: number, altitude: orNull(number) }
const FORMS = {
  taken_at: orNull(text),
  camera: orNull(text),
  lens: orNull(text),
  iso: orNull(amount),
  exposure: orNull(amount),
  aperture: orNull(amount),
  focal_length: orNull(amount),
  location: orNull((value) => object(value) && answered('a place', value, PLACE)),
  title: orNull(text),
  caption: orNull(text),
  alt_text: orNull(text),
  copyright: orNull(text),
  keywords: listOf(text),
  page_count: orElse(orNull(amount), null),
}

/** From an answer. A service that knows no facts leaves them out. */
export const factsForm: Form<FactsItem | null> = orElse(
  orNull((value) => object(value) && answered<FactsItem>('facts of a file', value, FORMS)),
  null,
)

/** From a store. */
export function factsItem(embedded: EmbeddedFacts | null): FactsItem | null {
  if (embedded === null) return null
  const { takenAt, focalLength, altText, pageCount, location, ...same } = embedded
  return {
    ...same,
    taken_at: takenAt,
    focal_length: focalLength,
    alt_text: altText,
    page_count: pageCount,
    location: location && { ...location },
  }
}
