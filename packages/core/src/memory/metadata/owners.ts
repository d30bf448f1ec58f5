import { v7 as uuidv7 } from 'uuid'
import { assetNotFound } from '../../errors/metadata-errors.ts'
import { tooManyAttachments } from '../../errors/owner-errors.ts'
import type { Asset } from '../../model/asset.ts'
import { changeTime } from '../../model/asset-changes.ts'
import { type AssetScope, isInScope } from '../../model/asset-scope.ts'
import { compareText } from '../../model/compare-text.ts'
import {
  type Attachment,
  type AttachmentRecord,
  MAX_PER_FIELD,
  MAX_PER_OWNER,
  type OwnerField,
} from '../../model/owner.ts'
import { trashTime } from '../../model/sweep-record.ts'
import { formatTimestamp, parseTimestamp } from '../../model/timestamp.ts'
import type { OwnerRecords } from '../../ports/owner-records.ts'
import type { AssetRemoval } from './asset-removal.ts'
import type { MemoryAttachments } from './attachments.ts'
import type { MemoryContext } from './context.ts'
import type { MemorySweeps } from './sweeps.ts'

/** The other roles, as far as owners take part in them. */
interface OwnerNeighbours {
  readonly assets: Map<string, Asset>
  readonly attachments: MemoryAttachments
  readonly sweeps: Pick<MemorySweeps, 'trusted'>
  readonly remove: AssetRemoval
}

/** The owners of a memory store. */
export function createMemoryOwners(
  { clock, assertOpen, assertWritable }: MemoryContext,
  { assets, attachments, sweeps, remove }: OwnerNeighbours,
): OwnerRecords {
  function assetOf(tenant: string, id: string, scope?: AssetScope | null): Asset | null {
    const asset = assets.get(id)
    return asset?.tenant === tenant && isInScope(asset, scope) ? asset : null
  }

  function ofField(tenant: string, owner: Required<OwnerField>): readonly AttachmentRecord[] {
    return attachments.ofOwner(tenant, owner).filter(({ field }) => field === owner.field)
  }

  function assertRoom(tenant: string, owner: Required<OwnerField>, fresh: number): void {
    if (fresh === 0) return
    const all = attachments.ofOwner(tenant, owner).length
    if (ofField(tenant, owner).length + fresh > MAX_PER_FIELD)
      throw tooManyAttachments(MAX_PER_FIELD)
    if (all + fresh > MAX_PER_OWNER) throw tooManyAttachments(MAX_PER_OWNER)
  }

  function trash(asset: Asset): Asset {
    const now = clock()
    const trashedAt = formatTimestamp(trashTime(sweeps.trusted(), now))
    const updatedAt = formatTimestamp(changeTime(parseTimestamp(asset.updatedAt), now))
    const trashed = { ...asset, trashedAt, updatedAt }
    assets.set(asset.id, trashed)
    return trashed
  }

  return {
    async attach({ tenant, ids, scope, owner }) {
      assertWritable()
      const found = ids.flatMap((id) => assetOf(tenant, id, scope) ?? [])
      const active = found.filter(({ trashedAt }) => trashedAt === null)
      if (active.length < ids.length) {
        const known = new Set(active.map(({ id }) => id))
        throw assetNotFound(ids.filter((id) => !known.has(id)))
      }
      const before = ofField(tenant, owner)
      const fresh = ids.filter((id) => before.every(({ assetId }) => assetId !== id))
      assertRoom(tenant, owner, fresh.length)
      const last = Math.max(0, ...before.map(({ position }) => position))
      const attachedAt = formatTimestamp(clock())
      for (const [index, assetId] of fresh.entries()) {
        const position = last + 1 + index
        attachments.set({ ...owner, key: uuidv7(), tenant, assetId, position, attachedAt })
      }
      const kept = active.map((asset): Asset => ({ ...asset, pendingUntil: null }))
      for (const asset of kept) assets.set(asset.id, asset)
      const isFresh = new Set(fresh)
      return { assets: kept, attached: kept.filter(({ id }) => isFresh.has(id)) }
    },

    async detach({ tenant, ids, scope, owner }) {
      assertWritable()
      const gone = ofField(tenant, owner).filter(
        ({ assetId }) => ids.includes(assetId) && assetOf(tenant, assetId, scope) !== null,
      )
      for (const attachment of gone) attachments.delete(attachment)
      return gone.length
    },

    async detachAll({ tenant, owner, scope, unowned: fate }) {
      assertWritable()
      const gone = attachments
        .ofOwner(tenant, owner)
        .filter(({ assetId }) => assetOf(tenant, assetId, scope) !== null)
      for (const attachment of gone) attachments.delete(attachment)
      const left = [...new Set(gone.map(({ assetId }) => assetId))]
        .filter((id) => attachments.ofAsset(id).length === 0)
        .flatMap((id) => assets.get(id) ?? [])
      const active = left.filter(({ trashedAt }) => trashedAt === null)
      return {
        detached: gone.length,
        unowned: left.map(({ id }) => id),
        trashed: fate === 'trash' ? active.map(trash) : [],
        purged: fate === 'purge' ? remove(left, clock()) : { assets: [], held: false },
      }
    },

    async list({ tenant, owner, scope }) {
      assertOpen()
      return [...ofField(tenant, owner)]
        .sort((a, b) => a.position - b.position)
        .flatMap(({ assetId }) => assetOf(tenant, assetId, scope) ?? [])
        .filter(({ trashedAt }) => trashedAt === null)
    },

    async ownersOf({ tenant, id, scope, after, limit }) {
      assertOpen()
      if (assetOf(tenant, id, scope) === null) return null
      return attachments
        .ofAsset(id)
        .map(({ key: _, tenant: __, position: ___, ...attachment }): Attachment => attachment)
        .sort(byOwner)
        .filter((each) => after === null || byOwner(each, after) > 0)
        .slice(0, limit)
    },
  }
}

function byOwner(a: Required<OwnerField>, b: Required<OwnerField>): number {
  return compareText(a.type, b.type) || compareText(a.id, b.id) || compareText(a.field, b.field)
}
