import type { AssetRecord } from '../../assets/asset.ts'
import type { NewAsset } from '../../assets/insert-request.ts'
import { isFoundAnew, termsOf } from '../../finding/asset-terms.ts'
import { countChange, LIVE, type ListNumber, TRASH } from '../../usage/count-changes.ts'
import type { Transaction } from '../tenants/transaction.ts'

/** The position of an asset in a list. */
export interface ListEntry {
  readonly tenantId: number
  readonly list: ListNumber
  readonly seq: number
}

type Lists = Pick<Transaction, 'countChanges' | 'listChanges'>

/** The asset enters a list, which then counts it and finds it. */
export function enterList(
  { countChanges, listChanges }: Lists,
  entry: ListEntry,
  asset: AssetRecord | NewAsset,
): void {
  countChanges.push(countChange(asset, { ...entry, by: 1 }))
  listChanges.push({ ...entry, terms: termsOf(asset) })
}

/** The asset is deleted from a list. `asset` is its last state there. */
export function leaveList(
  { countChanges, listChanges }: Lists,
  entry: ListEntry,
  asset: AssetRecord,
): void {
  countChanges.push(countChange(asset, { ...entry, by: -1 }))
  listChanges.push({ ...entry, terms: null })
}

/** The asset moves from its list to the other one and keeps its search terms. `from` is its old position. */
export function moveList(
  { countChanges, listChanges }: Lists,
  from: ListEntry,
  asset: AssetRecord,
): void {
  const into: ListEntry = { ...from, list: from.list === LIVE ? TRASH : LIVE }
  countChanges.push(countChange(asset, { ...from, by: -1 }), countChange(asset, { ...into, by: 1 }))
  listChanges.push({ ...from, terms: 'left' }, { ...into, terms: 'entered' })
}

/** The asset stays in its list and has other content now: it is counted and indexed again. */
export function replaceInList(
  { countChanges, listChanges }: Lists,
  entry: ListEntry,
  { before, after }: { readonly before: AssetRecord; readonly after: AssetRecord },
): void {
  countChanges.push(countChange(before, { ...entry, by: -1 }))
  countChanges.push(countChange(after, { ...entry, by: 1 }))
  listChanges.push({ ...entry, terms: termsOf(after) })
}

/** The asset stays in its list with changed fields. */
export function changeInList(
  { countChanges, listChanges }: Lists,
  entry: ListEntry,
  { before, after }: { readonly before: AssetRecord; readonly after: AssetRecord },
): void {
  const isCountedAnew = before.folderId !== after.folderId || before.variants !== after.variants
  if (isCountedAnew) {
    countChanges.push(countChange(before, { ...entry, by: -1 }))
    countChanges.push(countChange(after, { ...entry, by: 1 }))
  }
  listChanges.push(isFoundAnew(before, after) ? { ...entry, terms: termsOf(after) } : entry)
}
