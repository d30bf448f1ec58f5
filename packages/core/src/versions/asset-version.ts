import type { Asset, AssetRecord, Timestamp, Variant } from '../assets/asset.ts'
import { changeTime } from '../assets/asset-changes.ts'
import type { NewContent, VersionFacts } from '../assets/asset-content.ts'
import { CONTENT_ENTRIES, FACT_ENTRIES } from '../assets/asset-fields.ts'
import { addMillis, formatTimestamp, type Micros, parseTimestamp } from '../time/timestamp.ts'

export type { NewContent, VersionFacts } from '../assets/asset-content.ts'

/** A content that an asset had before it was replaced. */
export interface AssetVersion extends VersionFacts {
  /** UUIDv7. */
  readonly id: string
  /** The asset whose content it was. */
  readonly assetId: string
  /** When another content replaced it, by the clock of the database. */
  readonly replacedAt: Timestamp
  /** Until when it can be restored: a sweep forgets it after that. */
  readonly expiresAt: Timestamp
}

/** A version as a database keeps it. */
export interface VersionRecord extends AssetVersion {
  readonly tenant: string
  /** Opaque key of its bytes in the blob store. */
  readonly blobKey: string
}

/** The most versions of one asset. One more removes the oldest. */
export const MAX_VERSIONS = 100

/** The facts of the content that an asset, or a version, has. */
export function factsOf(content: VersionFacts): VersionFacts {
  return Object.fromEntries(FACT_ENTRIES.map(([name]) => [name, content[name]])) as never
}

/** The version that the content of an asset becomes when another content replaces it at that time. */
export function replacedVersion(
  asset: Asset,
  { id, keepFor }: { readonly id: string; readonly keepFor: number },
  at: Micros,
): VersionRecord {
  return {
    ...factsOf(asset),
    id,
    tenant: asset.tenant,
    assetId: asset.id,
    replacedAt: formatTimestamp(at),
    expiresAt: formatTimestamp(addMillis(at, keepFor)),
    blobKey: asset.blobKey,
  }
}

/** The record of an asset with new content. */
export function withContent(asset: AssetRecord, content: NewContent, now: Micros): AssetRecord {
  const brought = Object.fromEntries(CONTENT_ENTRIES.map(([field]) => [field, content[field]]))
  const updatedAt = formatTimestamp(changeTime(parseTimestamp(asset.updatedAt), now))
  return { ...asset, ...brought, name: content.name ?? asset.name, updatedAt }
}

/** The content of a version, as an asset gets it back: the asset's name stays, and its variants are regenerated. */
export function contentOfVersion(version: VersionRecord): NewContent {
  const { blobKey } = version
  return { ...factsOf(version), name: null, blobKey, variants: [], failedVariants: [] }
}

/** Whether an asset has that content already, so that there is nothing to replace. */
export function hasContent(asset: Asset, content: NewContent): boolean {
  const { sha256, name, status } = content
  return asset.sha256 === sha256 && (name ?? asset.name) === asset.name && asset.status === status
}

/** Keys of the variants. */
export function variantKeysOf({ variants }: { readonly variants: readonly Variant[] }): string[] {
  return variants.map(({ blobKey }) => blobKey)
}
