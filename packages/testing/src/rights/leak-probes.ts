import type { Asset, AssetFilter } from '@stowage/core'
import {
  ASSET_FILTERS,
  apiFilterNames,
  FILTER_MEMBERS,
  matchesFilter,
  requireFilter,
} from '@stowage/core/internal'
import { askedValues } from '../metadata-store/finding/asked-values.ts'
import type { OwnFolders } from './leak-facts.ts'

/** A filter as a client writes it, and which of the client's own assets match it. */
export interface Probe {
  readonly query: string
  readonly holds: (asset: Asset) => boolean
}

/** Where the values to ask for come from: an asset, own or another's, and its owner's folders. */
export interface Target {
  readonly asset: Asset
  readonly folders: OwnFolders | undefined
}

const has = (asset: Asset, ...tags: readonly string[]) =>
  tags.every((tag) => asset.tags.includes(tag))
const within = (value: number | null, test: (value: number) => boolean) =>
  value !== null && test(value)

/**
 * Every filter of a list, with values that are true of the target. `own`: the client's folders; for the client no
 * others exist.
 */
export function probesOf(target: Target, own: OwnFolders | undefined): readonly Probe[] {
  const probes = probesByHand(target, own)
  const isProbed = (member: keyof AssetFilter) =>
    probes.some(({ query }) => query.includes(`filter[${apiFilterNames(member)[0]}]`))
  const others = FILTER_MEMBERS.filter((member) => !isProbed(member))
  return [...probes, ...others.flatMap((member) => probesByKind(member, target.asset))]
}

/** Probes for every filter without a handwritten probe. */
function probesByKind(member: keyof AssetFilter, target: Asset): readonly Probe[] {
  return askedValues(member, target).map((value) => {
    const filter = requireFilter({ [member]: value })
    return { query: queryOf(member, value), holds: (asset) => matchesFilter(asset, filter) }
  })
}

/** The filter as part of a query. */
function queryOf(member: keyof AssetFilter, value: unknown): string {
  const { form } = ASSET_FILTERS[member].shape
  const parameter = `filter[${apiFilterNames(member)[0]}]`
  // An array as text leaves out `null`.
  if (Array.isArray(value)) return `${parameter}=${value.map(String)}`
  if (form !== 'bounds' && form !== 'metadata') return `${parameter}=${value}`
  const members = Object.entries(value as object)
  return members.map(([name, each]) => `${parameter}[${name}]=${each}`).join('&')
}

/** Handwritten probes for the known filters, each with its own independent definition of a match. */
function probesByHand(
  { asset: target, folders }: Target,
  own: OwnFolders | undefined,
): readonly Probe[] {
  const { createdBy, sha256, externalId, size, tags, mimeType, extension, type } = target
  const [tag = 'none', other = 'none'] = tags
  const owner = String(createdBy)
  const places = [target.folderId, folders?.top.id, folders?.inner.id].filter((id) => id != null)
  const probe = (query: string, holds: Probe['holds']): Probe => ({ query, holds })
  return [
    probe('', () => true),
    ...[...new Set(places)].flatMap((id) => [
      probe(`filter[folder_id]=${id}`, (asset) => asset.folderId === id),
      probe(`filter[folder_tree]=${id}`, (asset) => treeOf(own, id).includes(asset.folderId)),
    ]),
    probe('filter[folder_id]=null', (asset) => asset.folderId === null),
    probe(`filter[type]=${type}`, (asset) => asset.type === type),
    probe('filter[type]=image,audio', (asset) => ['image', 'audio'].includes(asset.type)),
    probe(`filter[mime_type]=${mimeType}`, (asset) => asset.mimeType === mimeType),
    probe('filter[mime_type]=text/*,audio/*', ({ mimeType }) => /^(?:text|audio)\//.test(mimeType)),
    probe(`filter[extension]=${extension}`, (asset) => asset.extension === extension),
    probe(`filter[tag]=${tag}`, (asset) => has(asset, tag)),
    probe(`filter[tag]=${other}`, (asset) => has(asset, other)),
    probe(`filter[tag]=${tag},${other}`, (asset) => has(asset, tag, other)),
    probe(`filter[tag][any]=${tag},${other}`, (asset) => has(asset, tag) || has(asset, other)),
    probe('filter[is_favourite]=true', (asset) => asset.isFavourite),
    probe('filter[is_favourite]=false', (asset) => !asset.isFavourite),
    probe(`filter[created_by]=${owner}`, (asset) => asset.createdBy === createdBy),
    probe('filter[created_by]=ann,bob,eve,null', () => true),
    probe(`filter[sha256]=${sha256}`, (asset) => asset.sha256 === sha256),
    probe(`filter[external_id]=${externalId}`, (asset) => asset.externalId === externalId),
    probe('filter[status]=ready', (asset) => asset.status === 'ready'),
    probe('filter[status]=processing,failed', (asset) => asset.status !== 'ready'),
    probe(`filter[metadata][owner]=${owner}`, (asset) => asset.metadata.owner === createdBy),
    probe('filter[metadata][turn]=1', (asset) => asset.metadata.turn === 1),
    probe('filter[metadata][turn]=1&filter[metadata][odd]=true', ({ metadata }) => {
      return metadata.turn === 1 && metadata.odd === true
    }),
    probe(`filter[size][gte]=${size}`, (asset) => asset.size >= size),
    probe(`filter[size][lt]=${size}`, (asset) => asset.size < size),
    probe('filter[width][gte]=1', ({ width }) => within(width, (value) => value >= 1)),
    probe('filter[height][lte]=1', ({ height }) => within(height, (value) => value <= 1)),
    probe('filter[duration_seconds][gt]=0.2', ({ durationSeconds }) =>
      within(durationSeconds, (value) => value > 0.2),
    ),
    probe(`filter[created_at][lte]=${target.createdAt}`, (asset) => {
      return asset.createdAt <= target.createdAt
    }),
    probe(`filter[updated_at][lte]=${target.updatedAt}`, (asset) => {
      return asset.updatedAt <= target.updatedAt
    }),
    probe(`filter[updated_at][gt]=${target.updatedAt}`, (asset) => {
      return asset.updatedAt > target.updatedAt
    }),
    ...['secret', `ecret ${owner}`, 'iew 1', 'TAG3', target.name].map((words) =>
      probe(`filter[q]=${words}`, (asset) => isFound(asset, words)),
    ),
    probe(`filter[q]=plan&filter[tag]=${tag}&filter[type]=${type}&filter[size][gt]=1`, (asset) => {
      return has(asset, tag) && asset.type === type && asset.size > 1
    }),
  ]
}

/** Whether each of the words is part of a word of the asset. All of them are ASCII. */
function isFound({ name, title, alt, tags }: Asset, words: string): boolean {
  const own = partsOf([name, title, ...Object.values(alt), ...tags].join(' '))
  return partsOf(words).every((word) => own.some((each) => each.includes(word)))
}

function partsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? []
}

/** The ids of the folder and its subfolder, if they are the client's own. */
function treeOf(own: OwnFolders | undefined, id: string): readonly (string | null)[] {
  if (id === own?.top.id) return [own.top.id, own.inner.id]
  return id === own?.inner.id ? [id] : []
}
