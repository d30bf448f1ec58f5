import assert from 'node:assert/strict'
import type { Asset, AssetScope, Folder } from '@stowage/core'
import type { NewFolder } from '@stowage/core/internal'
import type { MetadataStore } from '@stowage/core/ports'
import { v7 as uuidv7 } from 'uuid'

/** A folder of the tenant `default`, at the top, with a unique name. */
export function newFolder(overrides: Partial<NewFolder> = {}): NewFolder {
  const id = uuidv7()
  return { id, tenant: 'default', name: `Folder ${id}`, parentId: null, ...overrides }
}

/** Creates a folder with this name in another one, or at the top. */
export function folderIn(
  metadata: MetadataStore,
  parent: Folder | null,
  name: string,
  scope: AssetScope | null = null,
): Promise<Folder> {
  return metadata.folders.create(newFolder({ name, parentId: parent?.id ?? null, scope }))
}

/** Creates this many nested folders, the outermost first. */
export async function nested(
  metadata: MetadataStore,
  count: number,
  name = 'deep',
): Promise<readonly Folder[]> {
  const folders: Folder[] = []
  for (let depth = 1; depth <= count; depth += 1) {
    folders.push(await folderIn(metadata, folders.at(-1) ?? null, `${name} ${depth}`))
  }
  return folders
}

/** All folders of the tenant `default`. */
export async function allFolders(metadata: MetadataStore): Promise<readonly Folder[]> {
  const { folders, total } = await metadata.folders.list({
    tenant: 'default',
    offset: 0,
    limit: 1000,
  })
  assert.equal(folders.length, total)
  return folders
}

/** Fails unless every rule of the tree holds, and every asset is in a folder that exists, or in none. */
export async function assertTree(metadata: MetadataStore): Promise<void> {
  const folders = new Map((await allFolders(metadata)).map((folder) => [folder.id, folder]))
  for (const folder of folders.values()) {
    const line = lineOf(folder, folders)
    assert.deepEqual(
      folder.path,
      line.map(({ name }) => name),
    )
    for (const { createdBy } of line) assert.equal(createdBy, folder.createdBy)
  }
  const assets: readonly Asset[] = await metadata.assets.listAll({ afterId: null, limit: 1000 })
  for (const { folderId, tenant } of assets) {
    if (folderId !== null) assert.equal(folders.get(folderId)?.tenant, tenant, 'a lost folder')
  }
}

/** The folders from the top down to it; fails for a cycle, a missing parent and more than 32 folders. */
function lineOf(folder: Folder, folders: ReadonlyMap<string, Folder>): readonly Folder[] {
  const line = [folder]
  let { parentId } = folder
  while (parentId !== null) {
    const parent = folders.get(parentId)
    assert.ok(parent, 'a lost parent')
    line.unshift(parent)
    assert.ok(line.length <= 32, 'a cycle, or too deep')
    parentId = parent.parentId
  }
  return line
}
