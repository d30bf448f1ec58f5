import { tooManyTags } from '../errors/own-data-errors.ts'
import type { Asset } from './asset.ts'
import { changedTags, MAX_TAGS, type TagChanges } from './tags.ts'

/** Those of the assets whose tags change, with their new tags. `too_many_tags` with the ids of all that would have more. */
export function taggedAssets(
  assets: readonly Asset[],
  changes: Required<TagChanges>,
): readonly Asset[] {
  const tagged = assets.flatMap((asset) => {
    const tags = changedTags(asset.tags, changes)
    return tags === asset.tags ? [] : [{ ...asset, tags }]
  })
  const over = tagged.filter(({ tags }) => tags.length > MAX_TAGS)
  if (over.length === 0) return tagged
  throw tooManyTags(
    over.map(({ id }) => id),
    MAX_TAGS,
  )
}
