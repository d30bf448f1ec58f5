// `hash` is no named import: an older Node lacks it, and must still report which Node is needed.
import crypto from 'node:crypto'
import { mustBe } from '../arguments/must-be.ts'
import type { Folder } from '../folders/folder.ts'
import { OWN_NAMES, type OwnData } from '../own-data/own-data.ts'
import type { Asset } from './asset.ts'
import { CHANGED_ENTRIES } from './asset-fields.ts'

/** Digits of the hash: enough that no two states of a record share them. */
const DIGITS = 32

/**
 * The revision of an asset or a folder as it is now, in 32 hexadecimal digits: another one after each change that moves
 * its `updatedAt`. Variants that are made meanwhile do not change it, nor do changes of folders further up. For
 * `update` with `ifMatch`.
 *
 * It is more than `updatedAt`, because two changes share that when the clock of the database is set back.
 */
export function revisionOf(record: Asset | Folder): string {
  if (typeof record !== 'object' || record === null) {
    throw mustBe('record', 'an asset or a folder as the store gave it', record)
  }
  const state = 'parentId' in record ? stateOfFolder(record) : stateOfAsset(record)
  return crypto.hash('sha256', JSON.stringify(state)).slice(0, DIGITS)
}

function stateOfAsset(asset: Asset): readonly unknown[] {
  const { id, updatedAt, trashedAt, sha256 } = asset
  const changed = CHANGED_ENTRIES.map(([name]) => asset[name])
  return [
    [id, updatedAt, trashedAt, sha256, ...changed],
    OWN_NAMES.map((name) => inOrder(asset[name])),
  ]
}

/** JSON does not keep the order of members that are called like numbers. */
function inOrder(value: OwnData[keyof OwnData]): unknown {
  return typeof value === 'object' && value !== null ? Object.entries(value) : value
}

function stateOfFolder({ id, updatedAt, name, parentId }: Folder): readonly unknown[] {
  return [id, updatedAt, name, parentId]
}

const REVISION = new RegExp(`^[0-9a-f]{${DIGITS}}$`)

/** Whether the text has the form of what `revisionOf` returns. */
export function isRevision(text: string): boolean {
  return REVISION.test(text)
}

/** Whether the record has one of these revisions. Without any, every record is as expected. */
export function isAsExpected(
  record: Asset | Folder,
  revisions: readonly string[] | undefined,
): boolean {
  return revisions === undefined || revisions.includes(revisionOf(record))
}
