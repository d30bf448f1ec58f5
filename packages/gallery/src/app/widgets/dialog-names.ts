/** Every dialog of the page, by what it is for. The checks of the page open each by this name. */
export const DIALOG_NAMES = [
  'count-changed',
  'delete-folder',
  'empty-trash',
  'expired',
  'made-key',
  'move',
  'new-folder',
  'new-key',
  'progress',
  'purge',
  'rename-folder',
  'revoke-key',
  'shortcuts',
  'sidebar',
  'tags',
  'trash-many',
  'upload-from',
] as const

export type DialogName = (typeof DIALOG_NAMES)[number]
