import type { Asset, Folder } from '@stowage/core'
import type { MetadataStore } from '@stowage/core/ports'
import { newAsset, stored } from '../fixture.ts'
import { folderIn, newFolder } from './folder-fixture.ts'

/** All folders directly in one folder, or on 20 levels. */
export const TREE_SHAPES = ['wide', 'deep'] as const

/** Numbers of folders in two trees that one call cannot delete; the second has twice as many. */
export const TREE_SIZES: readonly number[] = [400, 800]

/** A folder of the tenant `default` with many subfolders, and few assets. */
export interface FolderTree {
  readonly root: Folder
  /** Another folder, next to the root. */
  readonly other: Folder
  /** Two in the tree, the last in `other`. */
  readonly assets: readonly Asset[]
}

/**
 * Creates this many folders on each level below the root, each in one on the level above; resolves to the id of one on
 * the lowest level.
 */
export type FillTree = (root: Folder, levels: number, each: number) => Promise<string>

/** Creates a tree of this many folders, by default through the port. */
export async function folderTree(
  metadata: MetadataStore,
  count: number,
  shape: (typeof TREE_SHAPES)[number],
  fill: FillTree = fillThrough(metadata),
): Promise<FolderTree> {
  const root = await folderIn(metadata, null, 'root')
  const other = await folderIn(metadata, await folderIn(metadata, null, 'above'), 'other')
  const levels = shape === 'wide' ? 1 : 20
  const lowest = await fill(root, levels, count / levels)
  const assets = await stored(metadata, [
    newAsset({ folderId: root.id }),
    newAsset({ folderId: lowest }),
    newAsset({ folderId: other.id }),
  ])
  return { root, other, assets }
}

function fillThrough({ folders }: MetadataStore): FillTree {
  return async (root, levels, each) => {
    let parents: readonly string[] = Array(each).fill(root.id)
    for (let level = 0; level < levels; level += 1) {
      const made = await Promise.all(
        parents.map((parentId) => folders.create(newFolder({ parentId }))),
      )
      parents = made.map(({ id }) => id)
    }
    return parents[0] ?? root.id
  }
}
