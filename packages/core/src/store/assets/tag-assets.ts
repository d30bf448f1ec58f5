import type { AssetStore } from '../../asset-store/asset-store.ts'
import { type CallOptions, requireOptions } from '../../asset-store/call-options.ts'
import { CALLS } from '../../asset-store/known-options.ts'
import { invalidArgument } from '../../errors/invalid-argument.ts'
import { mustBe } from '../../errors/must-be.ts'
import type { Asset } from '../../model/assets/asset.ts'
import { distinctIds } from '../../model/assets/distinct-ids.ts'
import { requireTags, type TagChanges, tagKey } from '../../model/assets/tags.ts'
import { assertKnown, knownOptions } from '../../options/known-options.ts'
import type { StoreCore } from '../opening/store-core.ts'

const CHANGES = knownOptions<TagChanges>('tag', { add: true, remove: true })

/** `AssetStore.tag` of one view. */
export async function tagAssets(
  { calls, limits, metadata }: StoreCore,
  { tenant, scope }: Pick<AssetStore, 'tenant' | 'scope'>,
  ids: string | readonly string[],
  changes: TagChanges,
  options: CallOptions,
): Promise<readonly Asset[]> {
  const { signal } = requireOptions(CALLS.tag, options)
  signal?.throwIfAborted()
  const request = {
    tenant,
    ids: distinctIds(ids, limits.idsPerRequest),
    scope,
    ...requireTagChanges(changes),
  }
  return calls.run(() => metadata.assets.tag(request))
}

/** `invalid_argument` when something is not of the documented form, or a tag is to be added and removed. */
export function requireTagChanges(changes: TagChanges): Required<TagChanges> {
  if (typeof changes !== 'object' || changes === null) {
    throw mustBe('changes', "an object of tags, such as { add: ['beach'] }", changes)
  }
  assertKnown(CHANGES, changes)
  const add = requireTags('add', changes.add ?? [])
  const remove = requireTags('remove', changes.remove ?? [])
  const added = new Set(add.map(tagKey))
  const both = remove.find((tag) => added.has(tagKey(tag)))
  if (both === undefined) return { add, remove }
  throw invalidArgument('remove', 'remove has a tag that add has too. Leave it out of one of them.')
}
