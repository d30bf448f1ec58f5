import type { Asset, AssetFilter, OwnData } from '@stowage/core'
import type { NewAsset } from '@stowage/core/internal'
import type { AssetSort } from '@stowage/core/types'
import type { Random } from '../../seeds/seeded-random.ts'
import { at, EMBEDDED, newAsset } from '../fixture.ts'
import { randomMember } from './asked-values.ts'
import type { Asked } from './find-oracle.ts'

const WORDS = ['summer', 'Müller', 'café', 'IMG', 'report', '𝒳ray', '写真', 'Ωmega', 'final', 'x']
const TAGS = ['Red', 'grün', 'x/y z', '写真']
const PROJECTS = ['a', 'A', 7, true, null]
const CAMERAS = ['NIKON D850', 'Canon EOS R5, Mark II', 'iPhone', null]
const OFFSETS = ['', '+05:30', '-03:00']
const CREATORS = ['ann', 'bob', null]
const FORMS = [
  { type: 'image', mimeType: 'image/jpeg', extension: 'jpg' },
  { type: 'image', mimeType: 'image/png', extension: 'png' },
  { type: 'video', mimeType: 'video/mp4', extension: 'mp4' },
  { type: 'audio', mimeType: 'audio/mpeg', extension: 'mp3' },
  { type: 'document', mimeType: 'application/pdf', extension: 'pdf' },
] as const
const SORTS: readonly AssetSort[] = [
  'createdAt',
  '-createdAt',
  'updatedAt',
  '-updatedAt',
  'name',
  '-name',
  'size',
  '-size',
  'type',
  '-type',
  'durationSeconds',
  '-durationSeconds',
  'takenAt',
  '-takenAt',
]

function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)] as Item
}

/** An asset that shares each of its values with many others. `folders`: those that it may be in. */
export function randomAsset(random: Random, folders: readonly string[]): NewAsset {
  const form = pick(random, FORMS)
  const hasLength = form.type === 'video' || form.type === 'audio'
  const hasSides = form.type === 'image' || form.type === 'video'
  return newAsset({
    ...form,
    name: randomName(random, form.extension),
    size: Math.floor(random() * 2000),
    sha256: Math.floor(random() * 30)
      .toString(16)
      .padEnd(64, '0'),
    width: hasSides ? Math.floor(random() * 4000) : null,
    height: hasSides ? Math.floor(random() * 4000) : null,
    durationSeconds: hasLength ? Math.floor(random() * 400) / 4 : null,
    embedded: form.type === 'image' && random() < 0.7 ? randomEmbedded(random) : null,
    status: random() < 0.05 ? 'processing' : 'ready',
    isFavourite: random() < 0.1,
    folderId: random() < 0.4 ? pick(random, folders) : null,
    externalId: random() < 0.2 ? `${pick(random, WORDS)}/${random()}` : null,
    createdBy: pick(random, CREATORS),
    createdAt: at(Math.floor(random() * 500)),
    ...randomOwnData(random),
  })
}

/** Of many the same time, before 1970 too. */
function randomEmbedded(random: Random): Asset['embedded'] {
  const year = pick(random, [1835, 1969, 2024])
  const day = String(1 + Math.floor(random() * 28)).padStart(2, '0')
  const takenAt = `${year}-02-${day}T12:00:00${pick(random, OFFSETS)}`
  return { ...EMBEDDED, takenAt: random() < 0.8 ? takenAt : null, camera: pick(random, CAMERAS) }
}

/** A title, an alternative text, tags and metadata; some of them or none. */
export function randomOwnData(random: Random): OwnData {
  return {
    title: random() < 0.3 ? `${pick(random, WORDS)} ${pick(random, WORDS)}` : null,
    alt: random() < 0.2 ? { en: pick(random, WORDS) } : {},
    tags: TAGS.filter(() => random() < 0.2),
    metadata: random() < 0.3 ? { project: pick(random, PROJECTS) } : {},
    focus: random() < 0.1 ? { x: 0.5, y: 0 } : null,
  }
}

/** A name made of words and numbers. */
export function randomName(random: Random, extension: string): string {
  const joint = pick(random, ['_', '-', ' ', '.'])
  return `${pick(random, WORDS)}${joint}${Math.floor(random() * 120)}${joint}${pick(random, WORDS)}.${extension}`
}

/** One filter, search, sort order and list, or several at once. */
export function randomQuery(
  random: Random,
  folders: readonly string[],
  all: readonly Asset[],
): Asked {
  const bound = (most: number) => {
    const value = Math.floor(random() * most)
    return pick(random, [{ gte: value }, { lt: value }, { gt: Math.floor(value / 2), lte: value }])
  }
  const moment = () => pick(random, all).updatedAt
  const members: readonly (() => AssetFilter)[] = [
    () => ({ type: pick(random, FORMS).type }),
    () => ({ type: ['image', 'audio'] }),
    () => ({ mimeType: pick(random, ['image/*', 'image/png', 'video/mp4']) }),
    () => ({ mimeType: ['audio/*', 'image/jpeg'] }),
    () => ({ extension: pick(random, [['jpg', 'mp3'], ['pdf'], ['none']]) }),
    () => ({ folderId: pick(random, [...folders, null]) }),
    () => ({ isFavourite: random() < 0.5 }),
    () => ({ createdBy: pick(random, [['ann', null], ['bob'], [null], ['eve', 'ann']]) }),
    () => ({ sha256: pick(random, all).sha256 }),
    () => ({ externalId: [pick(random, all).externalId ?? 'None', pick(random, WORDS)] }),
    () => ({ status: pick(random, ['ready', 'processing', 'failed']) }),
    () => ({ size: bound(2000) }),
    () => ({ width: bound(4000) }),
    () => ({ durationSeconds: bound(100) }),
    () => ({ updatedAt: { gte: moment() } }),
    () => ({ createdAt: { lt: at(Math.floor(random() * 500)) } }),
    () => ({ tags: pick(random, [['red'], ['RED', 'GRÜN'], ['none']]) }),
    () => ({
      anyTag: pick(random, [
        ['x/y z', 'grün'],
        ['写真', 'none'],
      ]),
    }),
    () => ({ metadata: { project: pick(random, PROJECTS) } }),
    () => ({
      search: pick(random, ['summer', 'MUL', 'afé', 'img 1', 'x', '写', 'fin rep', '12', 'zz']),
    }),
  ]
  // Any filter may be picked by its kind: one without a line here is tested too.
  const some = () => (random() < 0.4 ? randomMember(random, all) : pick(random, members)())
  const count = pick(random, [0, 1, 1, 2, 2, 3])
  const filter = Object.assign({}, ...Array.from({ length: count }, some))
  return {
    filter,
    sort: pick(random, SORTS),
    trashed: pick(random, [false, false, false, true, 'with']),
    ...(random() < 0.3 && { createdBy: pick(random, CREATORS) }),
  }
}
