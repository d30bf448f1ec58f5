import { type AssetRecord, blobKeysOf } from '../../../assets/asset.ts'
import type { AssetRecords } from '../../../assets/asset-records.ts'
import { isInScope } from '../../../assets/asset-scope.ts'
import type { InsertRequest } from '../../../assets/insert-request.ts'
import { timedAsset } from '../../../assets/timed-asset.ts'
import {
  answeredIds,
  type ContentFacts,
  duplicateRecords,
  duplicateScope,
  insertContent,
} from '../../../duplicates/insert-content.ts'
import { alreadyExists } from '../../../errors/metadata-errors.ts'
import { pendingEnd } from '../../../maintenance/sweep-record.ts'
import { chargeTicket } from '../../../tickets/ticket-charge.ts'
import { addMillis, formatTimestamp, formatTimestampOrNull } from '../../../time/timestamp.ts'
import { quotaRefusal } from '../../../usage/quota.ts'
import type { MemoryApiKeys } from '../api-keys.ts'
import type { MemoryBlobLedger } from '../blob-ledger.ts'
import type { MemoryContext } from '../context.ts'
import type { FolderTree } from '../folder-tree.ts'
import type { MemoryIdempotency } from '../idempotency.ts'
import type { MemorySweeps } from '../sweeps.ts'
import type { MemoryTickets } from '../tickets.ts'
import type { MemoryUploads } from '../uploads.ts'
import type { AssetLookup } from './asset-lookup.ts'

/** What an insert reads and changes. */
export interface InsertNeighbours {
  /** By id. */
  readonly assets: Map<string, AssetRecord>
  readonly lookup: AssetLookup
  /** The last insertion number of each tenant. */
  readonly lastSeq: Map<string, number>
  readonly folders: FolderTree
  readonly keys: MemoryApiKeys
  readonly tickets: MemoryTickets
  readonly uploads: MemoryUploads
  readonly blobs: MemoryBlobLedger
  readonly sweeps: MemorySweeps
  readonly idempotency: MemoryIdempotency
}

/** `AssetRecords.insert` of a memory store. */
export function createInsert(
  { clock, assertWritable }: MemoryContext,
  neighbours: InsertNeighbours,
): AssetRecords['insert'] {
  const { assets, lookup, lastSeq, folders, keys, tickets, uploads, blobs, sweeps, idempotency } =
    neighbours

  return async (request) => {
    assertWritable()
    const { tenant, assets: given, keyId, ticket: ticketId, quota, scope } = request
    const { idempotency: once } = request
    if (given.length === 0) return { assets: [], replayOf: null }
    const now = clock()
    if (keyId !== null) keys.assertValid(keyId, formatTimestamp(now))
    const ticket = ticketId == null ? null : tickets.valid(tenant, ticketId)
    const finishing = request.upload && uploads.finishing(tenant, request.upload)
    const replayOf =
      once === undefined ? null : idempotency.findReplay(tenant, once, formatTimestamp(now))
    if (replayOf !== null) return { assets: [], replayOf }
    const content = insertContent(request, contentFacts(lookup, request))
    const { fresh, duplicateOf } = content
    const charged =
      ticket === null || finishing !== undefined || fresh.length === 0
        ? null
        : { ...ticket, ...chargeTicket(ticket, fresh) }
    const others = uploads.othersOf(tenant, now, finishing?.id ?? null)
    const usage = lookup.usageWith(tenant, fresh)
    const refusal =
      fresh.length === 0
        ? null
        : quotaRefusal(quota, {
            assets: usage.assets + others.uploads,
            bytes: usage.bytes + others.bytes,
          })
    if (refusal !== null) throw refusal
    for (const { folderId } of given) {
      if (folderId !== null) folders.find(tenant, folderId, scope)
    }
    const blobKeys = fresh.flatMap(blobKeysOf)
    blobs.assertReserved(blobKeys)
    assertUnique(assets, fresh)

    const end = pendingEnd(sweeps.trusted(), now, request.pendingFor)
    const pendingUntil = formatTimestampOrNull(end)
    const seq = lastSeq.get(tenant) ?? 0
    const inserted = fresh.map(
      (asset, index): AssetRecord => ({
        ...timedAsset(asset, now, index),
        tenant,
        seq: seq + 1 + index,
        trashedAt: asset.trashedAt ?? null,
        pendingUntil,
      }),
    )
    if (fresh.length > 0) lastSeq.set(tenant, seq + fresh.length)
    blobs.take(blobKeys)
    if (charged !== null) tickets.set(charged)
    for (const asset of inserted) assets.set(asset.id, asset)
    if (once !== undefined) {
      const { key, digest, lifetime } = once
      const expiresAt = formatTimestamp(addMillis(now, lifetime))
      idempotency.set(tenant, key, { digest, expiresAt, ids: answeredIds(content, given) })
    }
    const duplicates = duplicateOf === null ? null : duplicateRecords(duplicateOf, inserted)
    if (finishing !== undefined) {
      const id = answeredIds(content, given)[0] as string
      uploads.finish(finishing, { id, isNew: inserted.length > 0 })
    }
    if (duplicates === null) return { assets: inserted, replayOf: null }
    return { assets: inserted, replayOf: null, duplicateOf: duplicates }
  }
}

function contentFacts(lookup: AssetLookup, request: InsertRequest): ContentFacts {
  const { tenant } = request
  const within = duplicateScope(request)
  return {
    oldestWith: (sha256) =>
      lookup
        .ofTenant(tenant)
        .filter((asset) => asset.sha256 === sha256 && isInScope(asset, within))
        .filter(({ trashedAt, pendingUntil }) => trashedAt === null && pendingUntil === null)
        .filter(({ status }) => status === 'ready')
        .sort((one, other) => one.seq - other.seq)[0] ?? null,
    holderOf: (externalId) => lookup.withExternalId(tenant, externalId),
  }
}

function assertUnique(
  assets: ReadonlyMap<string, AssetRecord>,
  fresh: InsertRequest['assets'],
): void {
  const ids = new Set(assets.keys())
  const publicFileIds = new Set([...assets.values()].map((asset) => asset.publicFileId))
  for (const { id, publicFileId } of fresh) {
    if (ids.has(id)) throw alreadyExists('id')
    if (publicFileIds.has(publicFileId)) throw alreadyExists('publicFileId')
    ids.add(id)
    publicFileIds.add(publicFileId)
  }
}
