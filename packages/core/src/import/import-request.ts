import { givenItems } from '../arguments/given-items.ts'
import { mustBe } from '../arguments/must-be.ts'
import { requireText } from '../arguments/require-text.ts'
import type { Asset, AssetStatus } from '../assets/asset.ts'
import { requireCreator } from '../assets/asset-scope.ts'
import { requireExternalId } from '../assets/external-id.ts'
import type { ViewedStore } from '../assets/store-view.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { assertKnown, knownOptions } from '../options/known-options.ts'
import { OWN_OPTIONS } from '../own-data/own-data.ts'
import { requireOwnData } from '../own-data/own-data-check.ts'
import { isAssetStatus } from '../scan/stricter-status.ts'
import { requireTime } from '../time/given-time.ts'
import { type PendingOption, pendingHoursOf } from '../upload/pending-option.ts'
import type { UploadInput } from '../upload/upload-options.ts'
import type { ImportItem } from './import-options.ts'

/** The most names of a path, empty ones included: more than folders may be deep. */
const MAX_NAMES = 1000

/** Facts that a record takes from an item, instead of those that an upload would give it. */
export type ImportedFacts = Partial<
  Pick<
    Asset,
    'id' | 'publicFileId' | 'externalId' | 'createdAt' | 'updatedAt' | 'trashedAt' | 'isFavourite'
  >
> &
  Pick<Asset, 'createdBy'>

/** An item, checked. */
export interface ImportRequest extends Pick<ImportItem, 'source'> {
  /** The part that is the same as for an upload. */
  readonly input: Omit<UploadInput, 'source'>
  readonly facts: ImportedFacts
  /** The status that the other system gave the file. */
  readonly status: AssetStatus
  /** Names of folders from the top, or the id of one. */
  readonly folder:
    | { readonly names: readonly string[]; readonly createdBy: string | null }
    | { readonly id: string | null }
  /** `undefined`: it stays. */
  readonly pending: PendingOption | undefined
}

const ITEM = knownOptions<ImportItem>('import', {
  source: true,
  name: true,
  sha256: true,
  id: true,
  publicFileId: true,
  externalId: true,
  createdAt: true,
  updatedAt: true,
  trashedAt: true,
  folder: true,
  folderCreatedBy: true,
  folderId: true,
  ...OWN_OPTIONS,
  isFavourite: true,
  pending: true,
  status: true,
  createdBy: true,
})
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Checks the argument of `import`. `invalid_argument` when something is not of the documented form. */
export function requireImportItem(
  item: ImportItem,
  { scope }: Pick<ViewedStore, 'scope'>,
): ImportRequest {
  if (typeof item !== 'object' || item === null) {
    throw mustBe('item', 'an object such as { source, name, externalId }', item)
  }
  assertKnown(ITEM, item)
  const { source, name, sha256 } = item
  if (item.id === undefined && item.externalId === undefined) {
    throw invalidArgument(
      'externalId',
      'An item needs an id or an externalId: a second run recognises it by that.',
    )
  }
  const createdBy = creatorOf(item, scope)
  return {
    source,
    input: {
      ...requireOwnData(item),
      ...(name !== undefined && { name }),
      ...(sha256 !== undefined && { sha256 }),
    },
    facts: { ...factsOf(item), createdBy },
    status: statusOf(item),
    folder: folderOf(item, createdBy, scope),
    pending: requirePending(item),
  }
}

/** Checked before the source is opened. */
function requirePending({ pending }: ImportItem): PendingOption | undefined {
  pendingHoursOf(pending, 1)
  return pending
}

function factsOf(item: ImportItem): Omit<ImportedFacts, 'createdBy'> {
  const { id, publicFileId, externalId, createdAt, updatedAt, trashedAt, isFavourite } = item
  if (isFavourite !== undefined && typeof isFavourite !== 'boolean') {
    throw mustBe('isFavourite', 'a boolean', isFavourite)
  }
  const changedAt = updatedAt ?? createdAt
  return {
    ...(id !== undefined && { id: requireUuid('id', id) }),
    ...(publicFileId !== undefined && { publicFileId: requireUuid('publicFileId', publicFileId) }),
    ...(externalId !== undefined && { externalId: requireExternalId('externalId', externalId) }),
    ...(createdAt !== undefined && { createdAt: requireTime('createdAt', createdAt) }),
    ...(changedAt !== undefined && { updatedAt: requireTime('updatedAt', changedAt) }),
    ...(trashedAt != null && { trashedAt: requireTime('trashedAt', trashedAt) }),
    ...(isFavourite !== undefined && { isFavourite }),
  }
}

function statusOf({ status = 'ready' }: ImportItem): AssetStatus {
  if (isAssetStatus(status)) return status
  throw mustBe('status', "'ready', 'processing' or 'failed'", status)
}

function requireUuid(argument: string, value: unknown): string {
  if (typeof value === 'string' && UUID.test(value)) return value
  throw mustBe(
    argument,
    'a UUID in lower case; pass any other id as externalId',
    value,
    typeof value === 'string' && value !== '' ? 'another text' : undefined,
  )
}

/** A scope fixes the creator of the files. */
function creatorOf({ createdBy }: ImportItem, scope: ViewedStore['scope']): string | null {
  if (createdBy !== undefined) requireCreator('createdBy', createdBy)
  if (scope === null) return createdBy ?? null
  if (createdBy === undefined || createdBy === scope.createdBy) return scope.createdBy
  throw invalidArgument('createdBy', 'This store has the scope of another. Use the whole store.')
}

function folderOf(
  { folder, folderCreatedBy, folderId }: ImportItem,
  creator: string | null,
  scope: ViewedStore['scope'],
): ImportRequest['folder'] {
  if (folderCreatedBy !== undefined) requireCreator('folderCreatedBy', folderCreatedBy)
  if (folder === undefined) {
    return { id: folderId == null ? null : requireText('folderId', folderId) }
  }
  if (folderId !== undefined) {
    throw invalidArgument('folder', 'An item has a folder or a folderId. Leave one out.')
  }
  const names = typeof folder === 'string' ? folder.split('/') : givenItems(folder, MAX_NAMES)
  if (names === null || names.length > MAX_NAMES)
    throw mustBe('folder', "text such as 'Trips/2026'", folder)
  const trimmed = names.map((name) => requireText('folder', name).trim())
  const createdBy = folderCreatedBy === undefined ? creator : folderCreatedBy
  if (scope !== null && createdBy !== scope.createdBy) {
    const message = 'This store has the scope of another. Use the whole store.'
    throw invalidArgument('folderCreatedBy', message)
  }
  return { names: trimmed.filter((name) => name !== ''), createdBy }
}
