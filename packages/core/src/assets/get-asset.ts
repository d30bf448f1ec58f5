import { mustBe } from '../arguments/must-be.ts'
import { requireText } from '../arguments/require-text.ts'
import { noSuchFile } from '../blobs/asset-file.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { assetNotFound } from '../errors/metadata-errors.ts'
import { requireOptions } from '../options/call-options.ts'
import { CALLS } from '../store/known-options.ts'
import type { StoreCore } from '../store/opening/store-core.ts'
import type { Asset } from './asset.ts'
import type { AssetKey } from './asset-records.ts'
import { isInScope } from './asset-scope.ts'
import type { AssetReference, GetOptions } from './get-options.ts'
import type { ViewedStore } from './store-view.ts'

/** `AssetStore.get` of one view. */
export async function getAsset(
  { calls, metadata }: StoreCore,
  view: ViewedStore,
  reference: string | AssetReference,
  options: GetOptions,
): Promise<Asset> {
  const { by, notFound } = namedAsset(view, reference)
  const { trashed, tenant, signal } = requireGetOptions(by, options)
  const asset = await calls.look(() => metadata.assets.get(by), signal)
  if (asset === null || !(tenant === 'any' || reaches(view, asset))) throw notFound()
  if (asset.trashedAt !== null && trashed !== 'include') throw notFound()
  return asset
}

interface NamedAsset {
  readonly by: AssetKey
  readonly notFound: () => Error
}

function namedAsset({ tenant }: ViewedStore, reference: unknown): NamedAsset {
  if (typeof reference !== 'object' || reference === null) {
    const id = requireText('id', reference)
    return { by: { id }, notFound: () => assetNotFound([id]) }
  }
  const [[name, value] = [], ...others] = Object.entries(reference)
  if (name === 'publicFileId' && others.length === 0) {
    return { by: { publicFileId: requireText('publicFileId', value) }, notFound: noSuchFile }
  }
  if (name === 'externalId' && others.length === 0) {
    const externalId = requireText('externalId', value)
    return { by: { tenant, externalId }, notFound: () => assetNotFound([externalId]) }
  }
  throw mustBe('id', 'an id, { publicFileId } or { externalId }', reference)
}

function requireGetOptions(by: AssetKey, given: GetOptions): GetOptions {
  const options = requireOptions(CALLS.get, given)
  if (options.trashed !== undefined && options.trashed !== 'include') {
    throw invalidArgument('trashed', "trashed must be 'include', or be left out.")
  }
  if (options.tenant !== undefined && (options.tenant !== 'any' || !('publicFileId' in by))) {
    throw invalidArgument('tenant', "tenant is 'any', with a publicFileId, or is left out.")
  }
  return options
}

function reaches({ tenant, scope }: ViewedStore, asset: Asset): boolean {
  return asset.tenant === tenant && isInScope(asset, scope)
}
