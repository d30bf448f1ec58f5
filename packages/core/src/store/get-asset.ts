import type { AssetStore } from '../asset-store/asset-store.ts'
import { type CallOptions, requireOptions } from '../asset-store/call-options.ts'
import { CALLS } from '../asset-store/known-options.ts'
import { noSuchFile } from '../blobs/asset-file.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { assetNotFound } from '../errors/metadata-errors.ts'
import { requireText } from '../errors/require-text.ts'
import type { Asset } from '../model/asset.ts'
import { isInScope } from '../model/asset-scope.ts'
import type { KnownOptions } from '../options/known-options.ts'
import type { AssetKey } from '../ports/asset-records.ts'
import type { StoreCore } from './store-core.ts'

type View = Pick<AssetStore, 'tenant' | 'scope'>
/** Options of the calls that give one asset. */
export type GetOptions = CallOptions & { trashed?: 'include' }

/** `AssetStore.get` of one view. */
export async function getAsset(
  core: StoreCore,
  view: View,
  id: string,
  options: GetOptions,
): Promise<Asset> {
  requireText('id', id)
  return found(core, view, { call: CALLS.get, by: { id }, named: id }, options)
}

/** `AssetStore.getByExternalId` of one view. */
export async function getByExternalId(
  core: StoreCore,
  view: View,
  externalId: string,
  options: GetOptions,
): Promise<Asset> {
  requireText('externalId', externalId)
  const by = { tenant: view.tenant, externalId }
  return found(core, view, { call: CALLS.getByExternalId, by, named: externalId }, options)
}

async function found(
  core: StoreCore,
  view: View,
  {
    call,
    by,
    named,
  }: {
    readonly call: KnownOptions<GetOptions>
    readonly by: AssetKey
    readonly named: string
  },
  options: GetOptions,
): Promise<Asset> {
  const { isIncluded, signal } = requireGetOptions(call, options)
  const asset = await lookUp(core, by, signal)
  if (asset === null || !reaches(view, asset)) throw assetNotFound([named])
  if (asset.trashedAt !== null && !isIncluded) throw assetNotFound([named])
  return asset
}

/** `AssetStore.getByPublicFileId` of one view. */
export async function getByPublicFileId(
  core: StoreCore,
  view: View,
  publicFileId: string,
  options: GetOptions,
): Promise<Asset> {
  const asset = await publicAsset(core, CALLS.getByPublicFileId, publicFileId, options)
  if (!reaches(view, asset)) throw noSuchFile()
  return asset
}

/** `AssetStore.getPublic` */
export function getPublic(
  core: StoreCore,
  publicFileId: string,
  options: GetOptions,
): Promise<Asset> {
  return publicAsset(core, CALLS.getPublic, publicFileId, options)
}

async function publicAsset(
  core: StoreCore,
  call: KnownOptions<GetOptions>,
  publicFileId: string,
  options: GetOptions,
): Promise<Asset> {
  requireText('publicFileId', publicFileId)
  const { isIncluded, signal } = requireGetOptions(call, options)
  const asset = await lookUp(core, { publicFileId }, signal)
  if (asset === null || (asset.trashedAt !== null && !isIncluded)) throw noSuchFile()
  return asset
}

/** `isIncluded`: whether a trashed asset is found too. */
function requireGetOptions(
  call: KnownOptions<GetOptions>,
  options: GetOptions,
): { readonly isIncluded: boolean; readonly signal: AbortSignal | undefined } {
  const { trashed, signal } = requireOptions(call, options)
  if (trashed !== undefined && trashed !== 'include') {
    throw invalidArgument('trashed', "trashed must be 'include', or be left out.")
  }
  return { isIncluded: trashed === 'include', signal }
}

function reaches({ tenant, scope }: View, asset: Asset): boolean {
  return asset.tenant === tenant && isInScope(asset, scope)
}

function lookUp(
  { calls, metadata }: StoreCore,
  by: AssetKey,
  signal: AbortSignal | undefined,
): Promise<Asset | null> {
  return calls.look(() => metadata.assets.get(by), signal)
}
