import type { AssetRecord } from '../../assets/asset.ts'
import { bytesOf, changeTime } from '../../assets/asset-changes.ts'
import { type AssetScope, isInScope } from '../../assets/asset-scope.ts'
import { isAsExpected } from '../../assets/revision.ts'
import { folderNotEmpty } from '../../errors/folder-errors.ts'
import { alreadyExists } from '../../errors/metadata-errors.ts'
import { changedMeanwhile } from '../../errors/own-data-errors.ts'
import { FOLDER_STEP, MAX_FOLDER_DEPTH } from '../../folders/folder.ts'
import type { FolderRecords, FolderRequest } from '../../folders/folder-records.ts'
import {
  type LowerFolder,
  type LowestFolders,
  lowestFolders,
} from '../../folders/lowest-folders.ts'
import { trashTime } from '../../maintenance/sweep-record.ts'
import { compareKeys, nameKey } from '../../text/name-key.ts'
import { formatTimestamp, parseTimestamp } from '../../time/timestamp.ts'
import type { MemoryContext } from './context.ts'
import type { FolderTree, PlainFolder } from './folder-tree.ts'
import type { MemorySweeps } from './sweeps.ts'

/** The other roles, as far as the folders take part in them. */
interface FolderNeighbours {
  readonly tree: FolderTree
  readonly assets: Map<string, AssetRecord>
  readonly sweeps: Pick<MemorySweeps, 'trusted'>
}

/** A member is `undefined` where it is not checked. */
interface Expected extends Pick<FolderRequest, 'tenant' | 'id'> {
  readonly scope: AssetScope | null | undefined
  readonly ifMatch: readonly string[] | undefined
}

/** The folders of a memory store. */
export function createMemoryFolders(
  { clock, assertOpen, assertWritable }: MemoryContext,
  { tree, assets, sweeps }: FolderNeighbours,
): FolderRecords {
  function assetsIn(ids: ReadonlySet<string>): readonly AssetRecord[] {
    return [...assets.values()].filter(({ folderId }) => folderId !== null && ids.has(folderId))
  }

  function usageOf({ id }: PlainFolder, scope: AssetScope | null | undefined) {
    const active = assetsIn(new Set([id])).filter(
      (asset) => asset.trashedAt === null && isInScope(asset, scope),
    )
    return {
      folders: tree.children(id).length,
      assets: active.length,
      bytes: active.reduce((sum, asset) => sum + bytesOf(asset), 0),
    }
  }

  function findExpected({ tenant, id, scope, ifMatch }: Expected): PlainFolder {
    const folder = tree.find(tenant, id, scope)
    if (!isAsExpected(tree.shown(folder), ifMatch)) throw changedMeanwhile()
    return folder
  }

  function lowestFoldersIn({ id }: PlainFolder): LowestFolders {
    const walk = lowestFolders(id)
    let step = walk.next()
    while (!step.done) {
      const below: LowerFolder[] = []
      for (const each of tree.idsIn(step.value)) {
        const height = tree.isLeaf(each) ? 1 : MAX_FOLDER_DEPTH
        if (below.push({ id: each, height }) > FOLDER_STEP) break
      }
      step = walk.next(below)
    }
    return step.value
  }

  return {
    async create({ id, tenant, name, parentId, scope }) {
      assertWritable()
      const parent = parentId === null ? null : tree.find(tenant, parentId, scope)
      if (tree.get(id) !== undefined) throw alreadyExists('id')
      const at = formatTimestamp(clock())
      const createdBy = (parent ?? scope)?.createdBy ?? null
      const folder = { id, tenant, name, parentId, createdBy, createdAt: at, updatedAt: at }
      tree.assertFits(folder)
      tree.set(folder)
      return tree.shown(folder)
    },

    async get({ tenant, id, scope }) {
      assertOpen()
      const folder = tree.get(id)
      return folder?.tenant === tenant && isInScope(folder, scope) ? tree.shown(folder) : null
    },

    async list({ tenant, scope, parentId, offset, limit }) {
      assertOpen()
      const all = tree
        .all()
        .filter((folder) => folder.tenant === tenant && isInScope(folder, scope))
        .filter((folder) => parentId === undefined || folder.parentId === parentId)
        .sort(byName)
      return { folders: all.slice(offset, offset + limit).map(tree.shown), total: all.length }
    },

    async usage({ tenant, ids, scope }) {
      assertOpen()
      const found = ids
        .flatMap((id) => tree.get(id) ?? [])
        .filter((folder) => folder.tenant === tenant && isInScope(folder, scope))
      return new Map(found.map((folder) => [folder.id, usageOf(folder, scope)]))
    },

    async update({ tenant, id, scope, changes, ifMatch }) {
      assertWritable()
      const folder = findExpected({ tenant, id, scope, ifMatch })
      const { name = folder.name, parentId = folder.parentId } = changes
      const isMoved = parentId !== folder.parentId
      const parent = isMoved && parentId !== null ? tree.find(tenant, parentId, scope) : null
      if (!isMoved && name === folder.name) return { folder: tree.shown(folder), changed: false }
      const createdBy = parent === null ? folder.createdBy : parent.createdBy
      const updatedAt = formatTimestamp(changeTime(parseTimestamp(folder.updatedAt), clock()))
      const changed: PlainFolder = { ...folder, name, parentId, createdBy, updatedAt }
      tree.assertFits(changed)
      const isHandedOver = createdBy !== folder.createdBy
      for (const inner of isHandedOver ? tree.subtree(folder) : [])
        tree.set({ ...inner, createdBy })
      tree.set(changed)
      return { folder: tree.shown(changed), changed: true }
    },

    async delete({ tenant, id, scope, assets: fate, ifMatch }) {
      assertWritable()
      const expected = findExpected({ tenant, id, scope, ifMatch })
      const { ids, isWhole, holdsFolders } = lowestFoldersIn(expected)
      const all = assetsIn(new Set(ids))
      const isActive = (asset: AssetRecord) => asset.trashedAt === null && isInScope(asset, scope)
      if (fate === undefined && (holdsFolders || all.some(isActive))) throw folderNotEmpty()
      const held = all.slice(0, FOLDER_STEP)
      const isEmptied = held.length === all.length
      const now = clock()
      const trashedAt = formatTimestamp(trashTime(sweeps.trusted(), now))
      const left = held.map((asset): AssetRecord => {
        const once = changeTime(parseTimestamp(asset.updatedAt), now)
        const detached = { ...asset, folderId: null, updatedAt: formatTimestamp(once) }
        if (fate !== 'trash' || !isActive(asset)) return detached
        // Two changes: it goes to the trash, then leaves its folder.
        return { ...detached, trashedAt, updatedAt: formatTimestamp(changeTime(once, now)) }
      })
      for (const asset of left) assets.set(asset.id, asset)
      const gone = isEmptied ? ids.flatMap((each) => tree.get(each) ?? []) : []
      const folders = gone.map(tree.shown)
      for (const folder of gone) tree.delete(folder.id)
      const wasTrashed = (_: AssetRecord, index: number) =>
        left[index]?.trashedAt !== held[index]?.trashedAt
      return {
        done: isWhole && isEmptied,
        folders,
        trashed: left.filter(wasTrashed),
        detached: left.filter((asset, index) => !wasTrashed(asset, index)),
      }
    },
  }
}

function byName(a: PlainFolder, b: PlainFolder): number {
  return compareKeys(nameKey(a.name), nameKey(b.name)) || (a.id < b.id ? -1 : 1)
}
