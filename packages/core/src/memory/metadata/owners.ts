import type { AssetRecord } from '../../assets/asset.ts'
import { changeTime } from '../../assets/asset-changes.ts'
import { type AssetScope, isInScope } from '../../assets/asset-scope.ts'
import { type PlacedAsset, planField } from '../../assets/field-plan.ts'
import { trashTime } from '../../maintenance/sweep-record.ts'
import { assetsToAttach } from '../../owners/assets-to-attach.ts'
import type { Attachment, AttachmentRecord, OwnerField, UnownedFate } from '../../owners/owner.ts'
import type { DetachedAssets, OwnerFieldRequest, OwnerRecords } from '../../owners/owner-records.ts'
import { assertRoom } from '../../owners/owner-room.ts'
import { compareText } from '../../text/compare-text.ts'
import { newUuid } from '../../time/new-uuid.ts'
import { formatTimestamp, parseTimestamp } from '../../time/timestamp.ts'
import type { AssetRemoval } from './assets/asset-removal.ts'
import type { MemoryAttachments } from './attachments.ts'
import type { MemoryContext } from './context.ts'
import type { MemorySweeps } from './sweeps.ts'

/** The other roles, as far as owners take part in them. */
interface OwnerNeighbours {
  readonly assets: Map<string, AssetRecord>
  readonly attachments: MemoryAttachments
  readonly sweeps: Pick<MemorySweeps, 'trusted'>
  readonly remove: AssetRemoval
}

/** The owners of a memory store. */
export function createMemoryOwners(
  { clock, assertOpen, assertWritable }: MemoryContext,
  { assets, attachments, sweeps, remove }: OwnerNeighbours,
): OwnerRecords {
  function assetOf(tenant: string, id: string, scope?: AssetScope | null): AssetRecord | null {
    const asset = assets.get(id)
    return asset?.tenant === tenant && isInScope(asset, scope) ? asset : null
  }

  function ofField(tenant: string, owner: Required<OwnerField>): readonly AttachmentRecord[] {
    return attachments
      .ofOwner(tenant, owner)
      .filter(({ field }) => field === owner.field)
      .sort((a, b) => a.position - b.position)
  }

  function trash(asset: AssetRecord): AssetRecord {
    const now = clock()
    const trashedAt = formatTimestamp(trashTime(sweeps.trusted(), now))
    const updatedAt = formatTimestamp(changeTime(parseTimestamp(asset.updatedAt), now))
    const trashed = { ...asset, trashedAt, updatedAt }
    assets.set(asset.id, trashed)
    return trashed
  }

  function toAttach(
    request: OwnerFieldRequest,
    before: readonly AttachmentRecord[],
  ): readonly AssetRecord[] {
    const { tenant, ids, scope } = request
    return assetsToAttach(request, {
      entries: new Map(
        ids.flatMap((id) => {
          const asset = assetOf(tenant, id, scope)
          return asset === null ? [] : [[id, asset]]
        }),
      ),
      before,
      isActive: ({ trashedAt }) => trashedAt === null,
      creatorOf: ({ createdBy }) => createdBy,
    })
  }

  function insert(
    { tenant, owner }: OwnerFieldRequest,
    fresh: readonly PlacedAsset[],
    active: readonly AssetRecord[],
  ): readonly AssetRecord[] {
    const attachedAt = formatTimestamp(clock())
    for (const placed of fresh) {
      attachments.set({ ...owner, ...placed, key: newUuid(), tenant, attachedAt })
    }
    const kept = active.map((asset): AssetRecord => ({ ...asset, pendingUntil: null }))
    for (const asset of kept) assets.set(asset.id, asset)
    return kept
  }

  /** Removes attachments, then applies `fate` to the assets left without an owner. */
  function take(gone: readonly AttachmentRecord[], fate: UnownedFate): DetachedAssets {
    for (const attachment of gone) attachments.delete(attachment)
    const assetIds = [...new Set(gone.map(({ assetId }) => assetId))]
    const left = assetIds
      .filter((id) => attachments.ofAsset(id).length === 0)
      .flatMap((id) => assets.get(id) ?? [])
    const active = left.filter(({ trashedAt }) => trashedAt === null)
    return {
      detached: gone.length,
      assetIds,
      unowned: left.map(({ id }) => id),
      trashed: fate === 'trash' ? active.map(trash) : [],
      purged: fate === 'purge' ? remove(left, clock()) : { assets: [], held: false },
    }
  }

  return {
    async attach(request) {
      assertWritable()
      const { tenant, owner, ids } = request
      const before = ofField(tenant, owner)
      const active = toAttach(request, before)
      const fresh = ids.filter((id) => before.every(({ assetId }) => assetId !== id))
      const ofOwner = attachments.ofOwner(tenant, owner).length
      if (fresh.length > 0) assertRoom(before.length + fresh.length, ofOwner + fresh.length)
      const last = before.at(-1)?.position ?? 0
      const placed = fresh.map((assetId, index) => ({ assetId, position: last + 1 + index }))
      const all = insert(request, placed, active)
      const isFresh = new Set(fresh)
      return { assets: all, attached: all.filter(({ id }) => isFresh.has(id)) }
    },

    async set(request) {
      assertWritable()
      const { tenant, scope, owner, ids, unowned } = request
      const before = ofField(tenant, owner)
      const active = toAttach(request, before)
      const reaches = (id: string) => assetOf(tenant, id, scope) !== null
      const { gone, fresh, moved, size } = planField(before, ids, reaches)
      const ofOwner = attachments.ofOwner(tenant, owner).length
      if (fresh.length > 0) assertRoom(size, ofOwner - before.length + size)
      const byId = new Map(before.map((attachment) => [attachment.assetId, attachment]))
      for (const { assetId, position } of moved) {
        const attachment = byId.get(assetId)
        if (attachment !== undefined) attachments.set({ ...attachment, position })
      }
      const all = insert(request, fresh, active)
      const isFresh = new Set(fresh.map(({ assetId }) => assetId))
      const taken = gone.flatMap((id) => byId.get(id) ?? [])
      const attached = all.filter(({ id }) => isFresh.has(id))
      return { ...take(taken, unowned), assets: all, attached }
    },

    async detach({ tenant, ids, scope, owner, unowned }) {
      assertWritable()
      const byId = new Map(ofField(tenant, owner).map((each) => [each.assetId, each]))
      const gone = ids.flatMap((id) => byId.get(id) ?? [])
      return take(
        gone.filter(({ assetId }) => assetOf(tenant, assetId, scope) !== null),
        unowned,
      )
    },

    async detachAll({ tenant, owner, scope, unowned }) {
      assertWritable()
      const gone = attachments
        .ofOwner(tenant, owner)
        .filter(({ assetId }) => assetOf(tenant, assetId, scope) !== null)
      return take(gone, unowned)
    },

    async list({ tenant, owner, scope }) {
      assertOpen()
      return ofField(tenant, owner)
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
