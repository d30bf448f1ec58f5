import { mustBe } from '../arguments/must-be.ts'
import { requireText } from '../arguments/require-text.ts'
import { requireWord } from '../arguments/require-word.ts'
import { distinctIds } from '../assets/distinct-ids.ts'
import { requireCondition } from '../assets/require-condition.ts'
import type { ViewedStore } from '../assets/store-view.ts'
import { folderNotFound } from '../errors/folder-errors.ts'
import { isStowageError } from '../errors/stowage-error.ts'
import { requireOptions } from '../options/call-options.ts'
import { MAX_PER_PAGE, requirePage } from '../options/limits.ts'
import { CALLS } from '../store/known-options.ts'
import type { StoreCore } from '../store/opening/store-core.ts'
import { newUuid } from '../time/new-uuid.ts'
import { requireFolderChanges, requireFolderId, requireNewFolder } from './folder-options.ts'
import type { DeletedFolders, FolderRecords } from './folder-records.ts'
import type { FolderPage, Folders } from './folders.ts'

/** The most ids per call of `usage`. */
const MAX_USAGE_IDS = 1000

/** `AssetStore.folders` of one tenant, or of a scope of it. */
export function tenantFolders(
  { calls, metadata }: StoreCore,
  { tenant, scope }: ViewedStore,
): Folders {
  /** Deletes the rest of a folder. It is also done when another call has deleted the folder. */
  async function deleteRest(
    request: Parameters<FolderRecords['delete']>[0],
  ): Promise<Pick<DeletedFolders, 'done'>> {
    try {
      return await metadata.folders.delete(request)
    } catch (error) {
      if (isStowageError(error, 'folder_not_found')) return { done: true }
      throw error
    }
  }

  return {
    async create(options) {
      const folder = { ...requireNewFolder(options), id: newUuid(), tenant, scope }
      return calls.run(() => metadata.folders.create(folder))
    },

    async get(id, options = {}) {
      const request = { tenant, scope, id: requireText('id', id) }
      const { signal } = requireOptions(CALLS.getFolder, options)
      const folder = await calls.look(() => metadata.folders.get(request), signal)
      if (folder === null) throw folderNotFound([id])
      return folder
    },

    async list(options = {}): Promise<FolderPage> {
      const {
        parentId,
        page = 1,
        perPage = MAX_PER_PAGE,
        signal,
      } = requireOptions(CALLS.listFolders, options)
      requirePage(page, perPage)
      const offset = Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER)
      const within =
        parentId === undefined ? {} : { parentId: requireFolderId(parentId, 'parentId') }
      const query = { tenant, scope, ...within, offset, limit: perPage }
      const { folders, total } = await calls.look(() => metadata.folders.list(query), signal)
      return { folders, page, perPage, total, lastPage: Math.max(1, Math.ceil(total / perPage)) }
    },

    async usage(ids, options = {}) {
      const { signal } = requireOptions(CALLS.folderUsage, options)
      if (!Array.isArray(ids)) throw mustBe('ids', 'an array of ids', ids)
      const distinct = distinctIds(ids, MAX_USAGE_IDS)
      const request = { tenant, scope, ids: distinct }
      const found = await calls.look(() => metadata.folders.usage(request), signal)
      const unknown = distinct.filter((id) => !found.has(id))
      if (unknown.length > 0) throw folderNotFound(unknown)
      return found
    },

    async update(id, changes, options = {}) {
      const request = { tenant, scope, id: requireText('id', id) }
      const { ifMatch, signal } = requireOptions(CALLS.updateFolder, options)
      const condition = requireCondition(ifMatch)
      const checked = requireFolderChanges(changes)
      signal?.throwIfAborted()
      const update = () => metadata.folders.update({ ...request, ...condition, changes: checked })
      const { folder } = await calls.run(update)
      return folder
    },

    async delete(id, options = {}) {
      const request = { tenant, scope, id: requireText('id', id) }
      const { assets, ifMatch, signal } = requireOptions(CALLS.deleteFolder, options)
      const condition = requireCondition(ifMatch)
      if (assets !== undefined) requireWord('assets', ['detach', 'trash'], assets)
      signal?.throwIfAborted()
      const fate = assets === undefined ? request : { ...request, assets }
      await calls.run(() => {
        return calls.untilClosed(signal, async (running) => {
          let gone: Pick<DeletedFolders, 'done'> = await metadata.folders.delete({
            ...fate,
            ...condition,
          })
          while (!gone.done) {
            running.throwIfAborted()
            gone = await deleteRest(fate)
          }
        })
      }, signal)
    },
  }
}
