import type { Asset, AssetFilter } from '@stowage/core'
import type { NewAsset } from '@stowage/core/internal'
import type { AssetSort } from '@stowage/core/types'
import { newAsset, randomMember } from '@stowage/testing'
import type { Random } from '@stowage/testing/seeds'

/** A list that is asked for. */
export interface RandomList {
  readonly filter: AssetFilter
  readonly sort: AssetSort
  readonly trashed: boolean | 'with'
  readonly scope: { readonly createdBy: string | null } | null
}

const WORDS = ['summer', 'Müller', 'café', 'IMG', '𝒳ray', '写真', 'final', "o'neil", 'x']
const CREATORS = ['ann', 'bob', null]
const FORMS = [
  { type: 'image', mimeType: 'image/jpeg', extension: 'jpg' },
  { type: 'image', mimeType: 'image/png', extension: 'png' },
  { type: 'video', mimeType: 'video/mp4', extension: 'mp4' },
  { type: 'audio', mimeType: 'audio/mpeg', extension: 'mp3' },
] as const
const FIELDS = [
  'createdAt',
  'updatedAt',
  'name',
  'size',
  'type',
  'durationSeconds',
  'takenAt',
] as const

function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)] as Item
}

/** A name of words and a number. */
export function randomName(random: Random): string {
  const joint = pick(random, ['_', '-', ' ', '\\', '.'])
  return `${pick(random, WORDS)}${joint}${Math.floor(random() * 120)}${joint}${pick(random, WORDS)}`
}

/** An asset that shares each of its values with others. */
export function randomAsset(random: Random): NewAsset {
  const form = pick(random, FORMS)
  return newAsset({
    ...form,
    name: randomName(random),
    size: Math.floor(random() * 2000),
    sha256: String(Math.floor(random() * 30)).padEnd(64, 'a'),
    width: form.type === 'audio' ? null : Math.floor(random() * 4000),
    height: form.type === 'audio' ? null : Math.floor(random() * 4000),
    durationSeconds: form.type === 'image' ? null : Math.floor(random() * 400) / 4,
    status: random() < 0.05 ? 'processing' : 'ready',
    isFavourite: random() < 0.1,
    createdBy: pick(random, CREATORS),
  })
}

/** A filter of up to three members, an order, a list and sometimes a scope. */
export function randomList(random: Random, all: readonly Asset[]): RandomList {
  const bounds = (most: number) => {
    const value = Math.floor(random() * most)
    return pick(random, [{ gte: value }, { lt: value }, { gt: Math.floor(value / 2), lte: value }])
  }
  const members: readonly (() => AssetFilter)[] = [
    () => ({ type: pick(random, FORMS).type }),
    () => ({ type: ['image', 'audio'] }),
    () => ({ mimeType: pick(random, [['image/*'], ['image/png'], ['audio/*', 'video/mp4']]) }),
    () => ({ extension: pick(random, [['jpg', 'mp3'], ['png'], ['none']]) }),
    () => ({ folderId: null }),
    () => ({ isFavourite: random() < 0.5 }),
    () => ({ createdBy: pick(random, [['ann', null], ['bob'], [null], ['eve', 'ann']]) }),
    () => ({ sha256: String(Math.floor(random() * 30)).padEnd(64, 'a') }),
    () => ({ status: pick(random, ['ready', 'processing', 'failed']) }),
    () => ({ size: bounds(2000) }),
    () => ({ width: bounds(4000) }),
    () => ({ height: bounds(4000) }),
    () => ({ durationSeconds: bounds(100) }),
    () => ({ updatedAt: { gte: pick(random, all).updatedAt } }),
    () => ({ createdAt: { lt: '2100-01-01' } }),
    () => ({ search: pick(random, ['summer', 'MUL', 'afé', 'img 1', 'x', '写', 'neil', '12']) }),
  ]
  const some = () => (random() < 0.4 ? randomMember(random, all) : pick(random, members)())
  const count = pick(random, [0, 1, 1, 2, 2, 3])
  const field = pick(random, FIELDS)
  return {
    filter: Object.assign({}, ...Array.from({ length: count }, some)),
    sort: random() < 0.5 ? field : `-${field}`,
    trashed: pick(random, [false, false, false, true, 'with']),
    scope: random() < 0.3 ? { createdBy: pick(random, CREATORS) } : null,
  }
}
