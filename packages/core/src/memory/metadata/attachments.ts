import type { AttachmentRecord, Owner } from '../../owners/owner.ts'
import { type MemoryTable, tableOf } from './transfer-tables.ts'

/** Which assets of a memory store belong to which owners. */
export interface MemoryAttachments {
  set(attachment: AttachmentRecord): void
  delete(attachment: AttachmentRecord): void
  /** The attachments of all fields of an owner, in the order in which they were made. */
  ofOwner(tenant: string, owner: Owner): readonly AttachmentRecord[]
  ofAsset(assetId: string): readonly AttachmentRecord[]
  /** What a transfer moves. */
  readonly table: MemoryTable<'attachment'>
}

export function createMemoryAttachments(): MemoryAttachments {
  const attachments = new Map<string, AttachmentRecord>()
  const all = () => [...attachments.values()]
  const table = tableOf<'attachment'>(attachments)

  return {
    set: (attachment) => void attachments.set(attachment.key, attachment),
    delete: ({ key }) => void attachments.delete(key),
    ofOwner: (tenant, { type, id }) =>
      all().filter((each) => each.tenant === tenant && each.type === type && each.id === id),
    ofAsset: (assetId) => all().filter((each) => each.assetId === assetId),
    table: {
      rows: table.rows,
      set(tenant, key, value) {
        // The same attachment was made again since, under another key.
        for (const each of all())
          if (value !== null && isSamePlace(each, value)) table.set('', each.key, null)
        table.set(tenant, key, value)
      },
    },
  }
}

function isSamePlace(a: AttachmentRecord, b: AttachmentRecord): boolean {
  const place = ({ tenant, type, id, field, assetId }: AttachmentRecord) =>
    JSON.stringify([tenant, type, id, field, assetId])
  return place(a) === place(b)
}
