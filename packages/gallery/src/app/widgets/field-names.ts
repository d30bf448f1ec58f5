/** Every text field of the page. The checks of the page type in each, by this name. */
export const FIELD_NAMES = [
  'alt',
  'filter-from',
  'filter-max-size',
  'filter-min-size',
  'filter-tag',
  'filter-to',
  'folder-name',
  'folder-search',
  'key-name',
  'name',
  'new-folder-name',
  'search',
  'sign-in-key',
  'tags',
  'tags-to-add',
  'tags-to-remove',
  'title',
  'webhook-since',
  'webhook-url',
] as const

export type FieldName = (typeof FIELD_NAMES)[number]
