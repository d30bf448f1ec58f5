import type { Folder } from '@stowage/client'

export interface FolderNode {
  readonly id: string
  readonly name: string
  readonly parentId: string | null
  /** From the top down, its own name last. */
  readonly path: readonly string[]
  /** Files directly in it. */
  readonly assets: number
  /** Files in it and in all folders below it. */
  readonly allAssets: number
  readonly children: readonly FolderNode[]
}

/** The folders at the top level, each with those below it, in the order given. */
export function treeOf(folders: readonly Folder[]): readonly FolderNode[] {
  const byParent = new Map<string | null, Folder[]>()
  for (const folder of folders) {
    const siblings = byParent.get(folder.attributes.parent_id)
    if (siblings) siblings.push(folder)
    else byParent.set(folder.attributes.parent_id, [folder])
  }
  const below = (parent: string | null): readonly FolderNode[] =>
    (byParent.get(parent) ?? []).map(({ id, attributes, meta }) => {
      const children = below(id)
      const assets = meta?.assets ?? 0
      return {
        id,
        name: attributes.name,
        parentId: attributes.parent_id,
        path: attributes.path,
        assets,
        allAssets: children.reduce((sum, child) => sum + child.allAssets, assets),
        children,
      }
    })
  return below(null)
}
