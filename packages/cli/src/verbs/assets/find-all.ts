import { type FilterOptions, filterOf } from '../../options/filters.ts'
import type { AssetItem } from '../../target/asset-item.ts'
import { folderIdOf } from '../../target/folder-id.ts'
import type { FindQuery, Target } from '../../target/target.ts'

/** All assets that the filters of a command line find, in memory, before the command changes or fetches any. */
export async function findAll(
  target: Target,
  options: FilterOptions,
  signal: AbortSignal,
  trashed: Pick<FindQuery, 'trashed'> = {},
): Promise<AssetItem[]> {
  const filter = await filterOf(options, (path) => folderIdOf(target, path, signal))
  const found: AssetItem[] = []
  for await (const asset of target.find({ filter, ...trashed }, signal)) found.push(asset)
  return found
}
