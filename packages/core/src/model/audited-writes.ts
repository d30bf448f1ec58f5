import type { auditNotes } from './audit-notes.ts'

/** A role of a `MetadataStore` that has writes that can be noted. */
export type AuditedRole = 'assets' | 'owners' | 'folders' | 'apiKeys' | 'tickets' | 'versions'

/** The writes that can be noted: by role and method, what of `auditNotes` notes them. */
export const AUDITED_WRITES: Readonly<
  Record<AuditedRole, Readonly<Record<string, keyof typeof auditNotes>>>
> = {
  assets: {
    insert: 'insert',
    update: 'update',
    move: 'move',
    tag: 'tag',
    setFavourite: 'setFavourite',
    setTrashed: 'setTrashed',
    purge: 'purge',
    keep: 'keep',
  },
  owners: { attach: 'attach', set: 'setAttached', detach: 'detach', detachAll: 'detachAll' },
  folders: { create: 'createFolder', update: 'updateFolder', delete: 'deleteFolder' },
  apiKeys: { create: 'createKey', update: 'updateKey' },
  tickets: { create: 'createTicket', revoke: 'revokeTicket' },
  versions: { replace: 'replaceContent', restore: 'restoreVersion' },
}
