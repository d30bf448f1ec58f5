import type { AssetRecord } from '../assets/asset.ts'
import { tooManyTags } from '../errors/own-data-errors.ts'
import { MAX_TAGS, type TagChanges, tagChanger } from './tags.ts'

/**
 * Those of the assets whose tags change, with their new tags. `too_many_tags` with the ids of all that would have more.
 */
export function taggedAssets(
  assets: readonly AssetRecord[],
  changes: Required<TagChanges>,
): readonly AssetRecord[] {
  const tag = assetTagger(changes)
  const tagged = assets.flatMap((asset) => tag(asset) ?? [])
  assertTagsFit(tagged)
  return tagged
}

/** Makes a function that gives an asset its new tags, and returns `null` when they are as they were. */
export function assetTagger(
  changes: Required<TagChanges>,
): (asset: AssetRecord) => AssetRecord | null {
  const change = tagChanger(changes)
  return (asset) => {
    const tags = change(asset.tags)
    return tags === asset.tags ? null : { ...asset, tags }
  }
}

/** `too_many_tags` with the ids of all that have more than an asset may have. */
export function assertTagsFit(tagged: readonly AssetRecord[]): void {
  const over = tagged.filter(({ tags }) => tags.length > MAX_TAGS)
  if (over.length === 0) return
  throw tooManyTags(
    over.map(({ id }) => id),
    MAX_TAGS,
  )
}
