import { locationCare } from '@stowage/analysis'
import type { Asset } from '../assets/asset.ts'
import { noSuchFile } from '../blobs/asset-file.ts'
import { isStowageError } from '../errors/stowage-error.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import type { Variants } from '../variants/variant-making.ts'
import { variantOf } from '../variants/variant-of.ts'
import type { LocationMode } from './location-mode.ts'
import { PUBLIC_COPY } from './public-copies.ts'

interface PublicFormContext {
  readonly uploads: { readonly location: LocationMode }
  readonly variants: Pick<Variants, 'demand'>
  readonly metadata: Pick<MetadataStore, 'assets'>
}

/** The record, and its variant that everyone may see in place of the original; `undefined`: the original itself. */
export interface PublicForm {
  readonly asset: Asset
  readonly variant: string | undefined
}

/**
 * Makes the copy without the location if it is needed and missing. `file_not_found` for an original that may name a
 * location and cannot be cleaned.
 */
export async function publicForm(
  { uploads: { location }, variants, metadata }: PublicFormContext,
  asset: Asset,
  signal: AbortSignal | undefined,
): Promise<PublicForm> {
  const original = { asset, variant: undefined }
  if (location !== 'served') return original
  const care = locationCare(asset)
  if (care === 'refuse') throw noSuchFile()
  if (care === 'none' || needsNoCopy(asset)) return original
  if (variantOf(asset, PUBLIC_COPY) !== undefined) return { asset, variant: PUBLIC_COPY }
  try {
    return { asset: await variants.demand(asset, PUBLIC_COPY, signal), variant: PUBLIC_COPY }
  } catch (error) {
    if (!isStowageError(error, 'file_not_found')) throw error
    const now = await metadata.assets.get({ id: asset.id })
    if (now !== null && needsNoCopy(now)) return { asset: now, variant: undefined }
    throw error
  }
}

/** It was looked at, and there was nothing to take out. */
export function needsNoCopy({ failedVariants }: Asset): boolean {
  return failedVariants.some(({ name, attempts }) => name === PUBLIC_COPY && attempts === 0)
}
