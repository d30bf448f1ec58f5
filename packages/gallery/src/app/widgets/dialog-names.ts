/** Every dialog of the page, by what it is for. The checks of the page open each by this name. */
export const DIALOG_NAMES = [
  'count-changed',
  'delete-folder',
  'delete-webhook',
  'edit-webhook',
  'empty-trash',
  'expired',
  'made-key',
  'move',
  'new-folder',
  'new-key',
  'new-webhook',
  'progress',
  'purge',
  'rename-folder',
  'replay-webhook',
  'revoke-key',
  'rotate-webhook',
  'shortcuts',
  'sidebar',
  'tags',
  'trash-many',
  'upload-from',
  'webhook-secret',
] as const

export type DialogName = (typeof DIALOG_NAMES)[number]
