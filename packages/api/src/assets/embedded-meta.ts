import type { Asset, AssetStore, Principal } from '@stowage/core'
import type { EmbeddedFacts } from '@stowage/core/types'
import { nullable, text } from '../openapi/schema-parts.ts'

/** What a file says of itself, as cameras and editors wrote it. Stowage does not check it. */
export interface EmbeddedMeta {
  /** Local time as ISO 8601; with its offset, such as `+02:00`, where the file says one. */
  readonly taken_at: string | null
  /** Make and model. */
  readonly camera: string | null
  readonly lens: string | null
  readonly iso: number | null
  /** Exposure time in seconds. */
  readonly exposure: number | null
  /** The f-number. */
  readonly aperture: number | null
  /** Millimetres. */
  readonly focal_length: number | null
  /** Where it was taken (WGS 84): degrees, and metres above the sea or `null`. */
  readonly location: EmbeddedFacts['location']
  readonly title: string | null
  readonly caption: string | null
  /** A description for people who cannot see the picture. */
  readonly alt_text: string | null
  readonly copyright: string | null
  readonly keywords: readonly string[]
  /** Of a PDF file. */
  readonly page_count: number | null
}

/** The facts as this caller sees them. */
export function embeddedMeta(
  { embedded, createdBy }: Pick<Asset, 'embedded' | 'createdBy'>,
  { store, principal }: EmbeddedContext,
): EmbeddedMeta | null {
  if (embedded === null) return null
  const { takenAt, focalLength, altText, pageCount, location, ...same } = embedded
  const isManager = principal?.permissions.includes('manage') === true
  const isCreator = principal !== null && principal.id === createdBy
  const maySee = store.view.location === 'keep' || isManager || isCreator
  return {
    ...same,
    location: maySee ? location : null,
    taken_at: takenAt,
    focal_length: focalLength,
    alt_text: altText,
    page_count: pageCount,
  }
}

interface EmbeddedContext {
  readonly store: Pick<AssetStore, 'view'>
  readonly principal: Principal | null
}

const amount = { type: 'number', exclusiveMinimum: 0 } as const

/** The schema of each. */
export const EMBEDDED_SCHEMAS: Readonly<Record<keyof EmbeddedMeta, object>> = {
  taken_at: {
    ...nullable(text),
    description: 'Local time as ISO 8601, with its offset where the file says one.',
  },
  camera: { ...nullable(text), description: 'Make and model.' },
  lens: nullable(text),
  iso: nullable(amount),
  exposure: { ...nullable(amount), description: 'Seconds.' },
  aperture: { ...nullable(amount), description: 'The f-number.' },
  focal_length: { ...nullable(amount), description: 'Millimetres.' },
  location: {
    ...nullable({
      type: 'object',
      properties: {
        latitude: { type: 'number', minimum: -90, maximum: 90 },
        longitude: { type: 'number', minimum: -180, maximum: 180 },
        altitude: nullable({ type: 'number' }),
      },
      required: ['latitude', 'longitude', 'altitude'],
      additionalProperties: false,
    }),
    description:
      'Degrees of WGS 84; metres above the sea. With the option `location` only for the creator and for `manage`.',
  },
  title: nullable(text),
  caption: nullable(text),
  alt_text: nullable(text),
  copyright: nullable(text),
  keywords: { type: 'array', items: text },
  page_count: { ...nullable({ type: 'integer', minimum: 1 }), description: 'Of a PDF file.' },
}
