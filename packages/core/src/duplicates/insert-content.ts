import type { Asset } from '../assets/asset.ts'
import { type AssetScope, isInScope } from '../assets/asset-scope.ts'
import type { InsertRequest, NewAsset } from '../assets/insert-request.ts'
import { duplicateFile, externalIdTaken } from '../errors/content-errors.ts'

/** What the database knows about the contents and external ids of an insert. Both see what the transaction sees. */
export interface ContentFacts {
  /** The oldest active, `ready` asset with these bytes within `duplicateScope`. */
  oldestWith(sha256: string): Asset | null
  /** The asset of the tenant that has this external id, trashed or not. */
  holderOf(externalId: string): Pick<Asset, 'id' | 'createdBy'> | null
}

/** Which assets of a request are stored. */
export interface InsertContent {
  /** The assets to store, in the order given. */
  readonly fresh: readonly NewAsset[]
  /**
   * For each asset given, what exists in its place: a record, or the position in `fresh`. `null`: all are stored as
   * given.
   */
  readonly duplicateOf: readonly Duplicate[] | null
}

/** The existing record, or the position in `fresh` of an earlier file; `null`: neither, so the file is stored. */
export type Duplicate = Asset | number | null

/** What an insert says about contents. */
export type ContentRequest = Pick<
  InsertRequest,
  'assets' | 'scope' | 'onDuplicate' | 'duplicatesOf'
>

/** The scope within which an asset counts as existing. */
export function duplicateScope({
  scope = null,
  duplicatesOf = scope,
}: Pick<InsertRequest, 'scope' | 'duplicatesOf'>): AssetScope | null {
  return duplicatesOf
}

/** Whether `insertContent` asks for contents. */
export function looksForDuplicates({ onDuplicate = 'store' }: ContentRequest): boolean {
  return onDuplicate !== 'store'
}

/** Which assets of the request are stored: see `AssetRecords.insert`. `duplicate`, `external_id_taken`. */
export function insertContent(request: ContentRequest, facts: ContentFacts): InsertContent {
  const { assets } = request
  if (!looksForDuplicates(request)) {
    assertExternalIds(request, assets, facts)
    return { fresh: assets, duplicateOf: null }
  }
  const fresh: NewAsset[] = []
  const duplicateOf = assets.map((asset, index): Duplicate => {
    const there = facts.oldestWith(asset.sha256) ?? placeIn(fresh, asset, request)
    if (there === null) {
      fresh.push(asset)
      return null
    }
    if (request.onDuplicate === 'return') return there
    throw duplicateFile(index, typeof there === 'number' ? null : there.id)
  })
  assertExternalIds(request, fresh, facts)
  if (fresh.length === assets.length) return { fresh: assets, duplicateOf: null }
  return { fresh, duplicateOf }
}

/** The records in the place of those given, when `fresh` was stored as `inserted`. */
export function duplicateRecords(
  duplicateOf: readonly Duplicate[],
  inserted: readonly Asset[],
): readonly (Asset | null)[] {
  return duplicateOf.map((each) => (typeof each === 'number' ? (inserted[each] as Asset) : each))
}

/** The ids that a repetition resolves to: of what was stored, and of what existed already. */
export function answeredIds(
  { fresh, duplicateOf }: InsertContent,
  assets: readonly NewAsset[],
): readonly string[] {
  return assets.map(({ id }, index) => {
    const there = duplicateOf?.[index] ?? null
    if (there === null) return id
    return typeof there === 'number' ? (fresh[there] as NewAsset).id : there.id
  })
}

function placeIn(
  fresh: readonly NewAsset[],
  { sha256 }: NewAsset,
  request: ContentRequest,
): number | null {
  const within = duplicateScope(request)
  const place = fresh.findIndex(
    (each) => each.sha256 === sha256 && each.status === 'ready' && isInScope(each, within),
  )
  return place === -1 ? null : place
}

function assertExternalIds(
  request: ContentRequest,
  fresh: readonly NewAsset[],
  { holderOf }: ContentFacts,
): void {
  const seen = new Set<string>()
  const within = duplicateScope(request)
  for (const asset of fresh) {
    const { externalId } = asset
    if (externalId === null) continue
    const holder = holderOf(externalId)
    if (holder !== null || seen.has(externalId)) {
      const id = holder !== null && isInScope(holder, within) ? holder.id : null
      throw externalIdTaken(request.assets.indexOf(asset), id)
    }
    seen.add(externalId)
  }
}
