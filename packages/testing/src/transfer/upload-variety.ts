import type { MetadataStore } from '@stowage/core/ports'
import { HOUR, newTicket } from '../metadata-store/fixture.ts'
import {
  advance,
  fullUpload,
  hold,
  insertUpload,
  newUpload,
} from '../metadata-store/uploads/upload-fixture.ts'

/** Uploads of both tenants: new, with pieces and a holder, done, removed and forgotten. */
export async function changeUploads(metadata: MetadataStore): Promise<void> {
  const tenant = 'default'
  const { id: ticketId } = await metadata.tickets.create(newTicket())
  await metadata.uploads.create(newUpload({ createdBy: 'Zoë 🏖', owner: 'scope "Zoë 🏖"' }))
  await metadata.uploads.create(newUpload({ tenant: 'other', kind: 'partial', size: null }))
  const { id } = await metadata.uploads.create(newUpload({ ticketId }))
  const held = await hold(metadata, { id })
  await advance(metadata, held, [0, 400])
  await advance(metadata, held, [400, 900])
  await metadata.uploads.hold({ tenant, id, lease: HOUR })
  await insertUpload(metadata, await fullUpload(metadata))
  for (const isForgotten of [false, true]) {
    const removed = await metadata.uploads.create(newUpload())
    await metadata.uploads.end({ tenant, id: removed.id, as: { state: 'removed' } })
    if (isForgotten) await metadata.uploads.settle({ ids: [removed.id] })
  }
}

/** What anyone can see of the uploads of both tenants. */
export async function visibleUploads(metadata: MetadataStore): Promise<readonly unknown[]> {
  const lists = await Promise.all(
    ['default', 'other'].map((tenant) =>
      metadata.uploads.list({ tenant, scope: null, before: null, limit: 1000 }),
    ),
  )
  return Promise.all(lists.flat().map(({ tenant, id }) => metadata.uploads.pieces({ tenant, id })))
}
