import { createHash } from 'node:crypto'
import type { AssetFilter } from '@stowage/core'
import { ASSET_FILTERS, FILTER_MEMBERS, type FilterShape } from '@stowage/core/internal'
import type { Random } from '@stowage/testing/seeds'

const NAMES = [
  ...['beach.jpg', 'Beach.JPG', 'été.txt', 'e\u0301te\u0301.txt', 'straße.pdf', 'STRASSE.pdf'],
  ...['日本語.txt', 'ｶﾀｶﾅ', 'カタカナ.txt', 'a10.txt', 'a9.txt', 'ﬁle.txt', 'İstanbul', 'łódź'],
  ...["don't panic", 'a_b-c.d', 'OR AND NOT', '%', 'a* "b"', 'null', 'x'.repeat(200)],
]
const TAGS = ['sea', 'Sea', 'straße', 'STRASSE', 'été', 'i', 'İ', 'ς', '日本', "o'x", 'a b']
const CONTENTS = [
  ...['hello', 'hello2', '%PDF-1.4\n', '<svg xmlns="http://www.w3.org/2000/svg"/>', ''],
  'GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\xff\xff\x00\x00\x00!\xf9\x04\x01\x00\x00\x00\x00;',
]
const VALUES = [1, 1.5, 0, 1e300, 'acme', 'ACME', '', true, false, null, '1', 2026]
const SORTS = ['createdAt', 'updatedAt', 'name', 'size', 'type', 'durationSeconds', 'takenAt']
const UNKNOWN = '00000000-0000-7000-8000-000000000000'

/** Symbols of what was ever seen, the newest last. */
export interface Known {
  readonly assets: string[]
  readonly folders: string[]
  readonly keys: string[]
  readonly tickets: string[]
  readonly publicFiles: string[]
}

type Text = () => string
type Members = () => Readonly<Record<string, unknown>>

/** Makes what a verb is called with, each time anew. */
export interface Choices {
  readonly random: Random
  readonly known: Known
  /** From 0 up to `below`, without it. */
  int(below: number): number
  chance(share: number): boolean
  pick<Item>(items: readonly Item[]): Item
  /** A member with that value, or none. */
  maybe<Value>(share: number, name: string, value: () => Value): Record<string, Value>
  several<Item>(most: number, make: () => Item): Item[]
  idOf(list: readonly string[]): string
  readonly asset: Text
  assets(): string[]
  readonly folder: Text
  folderOrNone(): string | null
  readonly name: Text
  readonly externalId: Text
  readonly sha256: Text
  readonly sort: Text
  tags(): string[]
  content(): Buffer
  moment(): Date
  readonly own: Members
  readonly owner: Members
  readonly metadata: Members
  readonly filter: Members
}

/** What verbs are called with, at random. Times are of the shared clock. */
export function createChoices(random: Random, known: Known, now: () => number): Choices {
  const int = (below: number) => Math.floor(random() * below)
  const chance = (share: number) => random() < share
  const pick = <Item>(items: readonly Item[]): Item => items[int(items.length)] as Item
  const maybe = <Value>(share: number, name: string, value: () => Value): Record<string, Value> =>
    chance(share) ? { [name]: value() } : {}
  const idOf = (list: readonly string[]): string => {
    if (list.length === 0 || chance(0.03)) return chance(0.7) ? UNKNOWN : 'nonsense'
    return chance(0.6) ? pick(list.slice(-10)) : pick(list)
  }
  const several = <Item>(most: number, make: () => Item): Item[] =>
    Array.from({ length: 1 + (chance(0.5) ? 0 : int(most)) }, make)
  const asset = () => idOf(known.assets)
  const assets = () => several(4, asset)
  const folder = () => idOf(known.folders)
  const folderOrNone = () => (chance(0.3) ? null : folder())
  const name = () => (chance(0.8) ? pick(NAMES) : `${pick(NAMES)} ${int(20)}`)
  const tags = () => Array.from({ length: int(4) }, () => pick(TAGS))
  const content = () => Buffer.from(chance(0.7) ? pick(CONTENTS) : `text ${int(40)}`, 'latin1')
  const moment = () => new Date(now() / 1000 - int(8) * 86_400_000)
  const metadata = () => (chance(0.5) ? { [pick(['client', 'year', 'é'])]: pick(VALUES) } : {})
  const own = () => ({
    ...maybe(0.3, 'title', () => (chance(0.2) ? null : name())),
    ...maybe(0.2, 'alt', () => ({ [pick(['en', 'de'])]: name() })),
    ...maybe(0.4, 'tags', tags),
    ...maybe(0.3, 'metadata', metadata),
  })
  const externalId = () => pick(['cms/1', 'cms/2', 'CMS/1', 'é', 'e\u0301', 'x'.repeat(255)])
  const owner = () => ({
    type: pick(['post', 'POST', 'é']),
    id: pick(['1', '2', '01']),
    ...maybe(0.5, 'field', () => pick(['cover', 'files'])),
  })
  const bounds = <Value>(value: () => Value) => ({ [pick(['gte', 'lte', 'gt', 'lt'])]: value() })
  const search = () => {
    const text = chance(0.3) ? pick(TAGS) : pick(NAMES)
    const from = int(text.length)
    return text.slice(from, from + 1 + int(6)) || 'a'
  }
  const asked: { readonly [Name in keyof AssetFilter]: readonly [share: number, () => unknown] } = {
    folderId: [0.12, folderOrNone],
    folderTree: [0.08, folder],
    type: [0.12, () => pick(['image', 'document', ['image', 'other']])],
    mimeType: [0.08, () => pick(['image/*', 'text/plain', ['image/gif', 'text/*']])],
    extension: [0.08, () => pick(['txt', ['gif', 'pdf']])],
    tags: [0.12, () => [pick(TAGS)]],
    anyTag: [0.08, () => [pick(TAGS), pick(TAGS)]],
    isFavourite: [0.1, () => chance(0.5)],
    createdBy: [0.1, () => pick([null, 'ann', ['ann', null], 'bob'])],
    metadata: [0.1, () => ({ client: pick(VALUES) })],
    size: [0.1, () => bounds(() => int(60))],
    createdAt: [0.08, () => bounds(moment)],
    updatedAt: [0.08, () => bounds(moment)],
    externalId: [0.05, externalId],
    sha256: [0.04, () => sha256()],
    search: [0.25, search],
  }
  const filter = () =>
    Object.assign(
      {},
      ...FILTER_MEMBERS.map((name) => {
        const [share, value] = asked[name] ?? [0.04, () => randomValue(ASSET_FILTERS[name].shape)]
        return maybe(share, name, value)
      }),
    )
  /** Of a filter that has no line of its own above. */
  const randomValue = (shape: FilterShape) => {
    switch (shape.form) {
      case 'folder':
        return shape.orNone ? folderOrNone() : folder()
      case 'words':
        return pick(shape.words)
      case 'texts':
        return chance(0.3) ? pick(TAGS) : pick(NAMES)
      case 'flag':
        return chance(0.5)
      case 'bounds':
        return bounds<Date | number>(shape.of === 'moment' ? moment : () => int(60))
      case 'metadata':
        return { client: pick(VALUES) }
      case 'search':
        return search()
    }
  }
  const sort = () => `${pick(['', '-'])}${pick(SORTS)}`
  const sha256 = () => createHash('sha256').update(content()).digest('hex')
  const ids = { asset, assets, folder, folderOrNone, idOf, externalId, owner }
  const texts = { name, tags, content, own, metadata, sha256, moment, filter, sort }
  return { random, int, chance, pick, maybe, several, known, ...ids, ...texts }
}
