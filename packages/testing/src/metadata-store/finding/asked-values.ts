import type { AssetFilter } from '@stowage/core'
import {
  ASSET_FILTERS,
  FILTER_MEMBERS,
  type FindableAsset,
  formatTimestamp,
} from '@stowage/core/internal'
import type { Random } from '../../seeds/seeded-random.ts'

/**
 * Values of a filter that ask for what this asset has, or for assets on one side of it. It covers every filter of the
 * table, so all suites that use it test a new filter too.
 */
export function askedValues(member: keyof AssetFilter, asset: FindableAsset): readonly unknown[] {
  const { shape, of } = ASSET_FILTERS[member]
  const own: unknown = of(asset)
  switch (shape.form) {
    case 'folder':
      return own === null && !shape.orNone ? [] : [own]
    case 'words':
      return [[own], shape.words.slice(0, 2)]
    case 'texts': {
      const texts = [own].flat()
      const isNone = texts.length === 0 || (own === null && shape.none === undefined)
      return isNone ? [] : [texts, texts.slice(0, 1)]
    }
    case 'flag':
      return [true, false]
    case 'bounds': {
      const value = typeof own === 'number' ? own : 1
      const side = shape.of === 'moment' ? formatTimestamp(value) : value
      return [
        { gte: side },
        { lt: side },
        { gt: shape.of === 'moment' ? '2000-01-01' : 0, lte: side },
      ]
    }
    case 'metadata': {
      const [[name, value] = ['none', null]] = Object.entries(own as object)
      return [{ [name]: value }, { [name]: 'none' }]
    }
    case 'search': {
      const [word = 'none'] = own as readonly string[]
      return [word, [...word].slice(0, 2).join('')]
    }
  }
}

/** One member of a filter, asking for something that one of the assets has. */
export function randomMember(random: Random, all: readonly FindableAsset[]): AssetFilter {
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]
  const member = pick(FILTER_MEMBERS) as keyof AssetFilter
  const asset = pick(all)
  const value = asset === undefined ? undefined : pick(askedValues(member, asset))
  return value === undefined ? {} : { [member]: value }
}
