import type { AssetFilter } from '@stowage/core'

/** How the value of a filter is written in a query. */
export type FilterForm =
  | 'id'
  | 'idOrNull'
  | 'values'
  | 'valuesOrNull'
  | 'flag'
  | 'text'
  | 'numbers'
  | 'times'
  | 'metadata'

/** The name of a filter, without the names in brackets that bounds and `metadata` have behind it. */
export type FilterName =
  | 'filter[folder_id]'
  | 'filter[folder_tree]'
  | 'filter[type]'
  | 'filter[mime_type]'
  | 'filter[extension]'
  | 'filter[tag]'
  | 'filter[tag][all]'
  | 'filter[tag][any]'
  | 'filter[is_favourite]'
  | 'filter[created_by]'
  | 'filter[sha256]'
  | 'filter[external_id]'
  | 'filter[status]'
  | 'filter[metadata]'
  | 'filter[size]'
  | 'filter[width]'
  | 'filter[height]'
  | 'filter[duration_seconds]'
  | 'filter[created_at]'
  | 'filter[updated_at]'
  | 'filter[q]'

interface FilterParameter {
  /** What the store calls it. */
  readonly member: keyof AssetFilter
  readonly form: FilterForm
  /** What a value must be, for the client that sent another. */
  readonly must: string
}

const TAGS = 'It must be 1 to 100 tags of at most 255 characters, separated by commas.'
const WHOLE = 'A bound must be a whole number of at least 0.'
const TIME = 'A bound must be a time such as `2026-01-31T09:05:00Z`, or a day such as `2026-01-31`.'

/** Each filter of a list of assets, by the parameter that it is given with. */
export const FILTERS: Readonly<Record<FilterName, FilterParameter>> = {
  'filter[folder_id]': {
    member: 'folderId',
    form: 'idOrNull',
    must: 'It must be the id of one folder, or `null` for assets in no folder.',
  },
  'filter[folder_tree]': {
    member: 'folderTree',
    form: 'id',
    must: 'It must be the id of one folder.',
  },
  'filter[type]': {
    member: 'type',
    form: 'values',
    must: 'It can be `image`, `video`, `audio`, `document`, `archive` or `other`, or several of them separated by commas.',
  },
  'filter[mime_type]': {
    member: 'mimeType',
    form: 'values',
    must: 'It must be 1 to 100 media types such as `image/png` or `image/*`, separated by commas.',
  },
  'filter[extension]': {
    member: 'extension',
    form: 'values',
    must: 'It must be 1 to 100 extensions in lower case without dot, such as `jpg`, separated by commas.',
  },
  'filter[tag]': { member: 'tags', form: 'values', must: TAGS },
  'filter[tag][all]': { member: 'tags', form: 'values', must: TAGS },
  'filter[tag][any]': { member: 'anyTag', form: 'values', must: TAGS },
  'filter[is_favourite]': {
    member: 'isFavourite',
    form: 'flag',
    must: 'It can be `true` or `false`.',
  },
  'filter[created_by]': {
    member: 'createdBy',
    form: 'valuesOrNull',
    must: 'It must be 1 to 100 ids, separated by commas. `null` is the app itself.',
  },
  'filter[sha256]': {
    member: 'sha256',
    form: 'values',
    must: 'It must be 1 to 100 hashes of 64 hexadecimal digits in lower case, separated by commas.',
  },
  'filter[external_id]': {
    member: 'externalId',
    form: 'values',
    must: 'It must be 1 to 100 ids of at most 255 printable characters, separated by commas.',
  },
  'filter[status]': {
    member: 'status',
    form: 'values',
    must: 'It can be `ready`, `processing` or `failed`, or several of them separated by commas.',
  },
  'filter[metadata]': {
    member: 'metadata',
    form: 'metadata',
    must: 'Give at most 64 members, each by its name: `filter[metadata][client]=acme`.',
  },
  'filter[size]': { member: 'size', form: 'numbers', must: WHOLE },
  'filter[width]': { member: 'width', form: 'numbers', must: WHOLE },
  'filter[height]': { member: 'height', form: 'numbers', must: WHOLE },
  'filter[duration_seconds]': {
    member: 'durationSeconds',
    form: 'numbers',
    must: 'A bound must be a number of at least 0.',
  },
  'filter[created_at]': { member: 'createdAt', form: 'times', must: TIME },
  'filter[updated_at]': { member: 'updatedAt', form: 'times', must: TIME },
  'filter[q]': {
    member: 'search',
    form: 'text',
    must: 'It must be 1 to 255 characters, with a letter, a digit or a symbol among them.',
  },
}

/** All of them, in the order in which they are documented. */
export const FILTER_NAMES = Object.keys(FILTERS) as readonly FilterName[]

/** The sides that a bound can be on. */
export const SIDES = ['gte', 'lte', 'gt', 'lt'] as const

/** Whether the filter has a name in brackets behind it. */
export function isGroup(name: FilterName): boolean {
  return ['numbers', 'times', 'metadata'].includes(FILTERS[name].form)
}
