import { isStowageError, type StowageError } from '@stowage/core'
import {
  type AssetRecord,
  addMillis,
  answeredIds,
  assertFinishing,
  blobKeysOf,
  bytesOf,
  type CountChange,
  chargeTicket,
  countChange,
  duplicateRecords,
  duplicateScope,
  finishedUpload,
  folderNotFound,
  formatTimestamp,
  formatTimestampOrNull,
  type Inserted,
  type InsertRequest,
  idempotencyConflict,
  insertContent,
  isInScope,
  keyRevoked,
  LIVE,
  NO_UPLOADS,
  pendingEnd,
  quotaRefusal,
  reservationLost,
  type StoredUpload,
  TRASH,
  type TrustedSweeps,
  tenantErased,
  ticketRevoked,
  timedAsset,
  type UploadCounts,
} from '@stowage/core/internal'
import type { TicketCounts } from '../keys/ticket-counts.ts'
import { rowOfAsset } from '../schema/asset-row.ts'
import type { Growth, TenantRow } from '../tenants/tenants.ts'
import { type ContentsThere, contentName, externalName } from './content-facts.ts'
import type { IdempotencyRow } from './idempotency.ts'

/** The result of one request, or the error that refused it. */
export type InsertOutcome = Inserted | StowageError

/** The owner of a folder. */
export interface FolderOwner {
  readonly id: string
  readonly tenant_id: number
  readonly created_by: string | null
}

/** The facts in the database for the requests of a batch. Rows that may change are locked. */
export interface InsertFacts {
  /** By name. */
  readonly tenants: ReadonlyMap<string, TenantRow>
  /** Keys that are not revoked, with their expiry. */
  readonly keys: ReadonlyMap<string, number | null>
  readonly reserved: ReadonlySet<string>
  /** Tickets that are not revoked, by id. */
  readonly tickets: ReadonlyMap<string, TicketCounts>
  /** The folders that the assets name, by id. */
  readonly folders: ReadonlyMap<string, FolderOwner>
  readonly contents: ContentsThere
  /** By tenant and key; see `idempotencyRows`. */
  readonly idempotency: ReadonlyMap<string, IdempotencyRow>
  /** Microseconds, read when all rows were locked. */
  readonly now: number
  /** The uploads that become assets, by id. Default: none does. */
  readonly uploads?: ReadonlyMap<string, StoredUpload>
  /** What unfinished uploads count against the quota, by tenant. Default: nothing. */
  readonly unfinished?: ReadonlyMap<number, UploadCounts>
  /** The sweeps that trusted their clock; `null` when none did. Looked up only for pending uploads. */
  readonly trusted?: TrustedSweeps | null
}

/** What a batch writes, and the outcome of each of its requests. */
export interface InsertDecisions extends Required<Growth> {
  readonly outcomes: readonly InsertOutcome[]
  readonly rows: readonly ReturnType<typeof rowOfAsset>[]
  /** Blob keys that records take over. */
  readonly taken: readonly string[]
  /** What is left of the used tickets. */
  readonly charged: readonly TicketCounts[]
  /** The uploads that have become assets. */
  readonly finished: readonly StoredUpload[]
  /** Rows by which repetitions are recognised. */
  readonly recognised: readonly IdempotencyRow[]
}

/** Accepts or refuses each request, taking earlier ones into account. */
export function decideInserts(
  requests: readonly InsertRequest[],
  facts: InsertFacts,
): InsertDecisions {
  const reserved = new Set(facts.reserved)
  const known = new Map(facts.idempotency)
  const charged = new Map<string, TicketCounts>()
  const bytes = new Map<number, number>()
  const seqs = new Map<number, number>()
  const rows: ReturnType<typeof rowOfAsset>[] = []
  const counts: CountChange[] = []
  const taken: string[] = []
  const earlier = new Map<string, AssetRecord[]>()
  const holders = new Map(facts.contents.holders)
  const recognised = new Map<string, IdempotencyRow>()
  const finished: StoredUpload[] = []
  const unfinished = new Map(facts.unfinished)

  /** The ticket after the earlier requests; `ticket_revoked` when the tenant has no such ticket. */
  function validTicket(id: string | null | undefined, tenantId: number): TicketCounts | null {
    if (id == null) return null
    const ticket = charged.get(id) ?? facts.tickets.get(id)
    if (ticket?.tenant_id !== tenantId) throw ticketRevoked()
    return ticket
  }

  function accept(request: InsertRequest): Inserted {
    const { tenant: name, assets, quota, idempotency, pendingFor } = request
    assertKeyValid(facts.keys, request.keyId, facts.now)
    const tenant = facts.tenants.get(name)
    if (tenant === undefined) throw new Error('The tenant is gone.')
    if (tenant.erasing) throw tenantErased()
    const ticket = validTicket(request.ticket, tenant.id)
    const upload = finishingUpload(request)
    const rowId = `${tenant.id} ${idempotency?.key}`
    const before = known.get(rowId)
    if (idempotency !== undefined && before !== undefined && before.expires_at > facts.now) {
      if (before.digest !== idempotency.digest) throw idempotencyConflict()
      return { assets: [], replayOf: before.ids }
    }
    const content = insertContent(request, {
      oldestWith: (sha256) =>
        facts.contents.oldest.get(contentName(tenant.id, sha256, request)) ??
        earlierWith(tenant.id, sha256, request),
      holderOf: (externalId) => holders.get(externalName(tenant.id, externalId)) ?? null,
    })
    const { fresh, duplicateOf } = content
    const rest =
      ticket === null
        ? null
        : upload === null
          ? fresh.length > 0
            ? chargedTicket(ticket, fresh)
            : null
          : fresh.length > 0
            ? null
            : returnedTicket(ticket, upload)
    assertFolders(facts.folders, request, tenant.id)
    const grown = (bytes.get(tenant.id) ?? 0) + fresh.reduce((sum, one) => sum + bytesOf(one), 0)
    const given = seqs.get(tenant.id) ?? 0
    const others = othersOf(tenant.id, upload)
    const refusal =
      fresh.length === 0
        ? null
        : quotaRefusal(quota, {
            assets: tenant.live + tenant.trash + given + fresh.length + others.uploads,
            bytes: tenant.bytes + grown + others.bytes,
          })
    if (refusal !== null) throw refusal
    const blobKeys = fresh.flatMap(blobKeysOf)
    const distinct = new Set(blobKeys).size === blobKeys.length
    if (!distinct || !blobKeys.every((key) => reserved.has(key))) throw reservationLost()

    if (idempotency !== undefined) {
      const record: IdempotencyRow = {
        tenant_id: tenant.id,
        key: idempotency.key,
        digest: idempotency.digest,
        expires_at: addMillis(facts.now, idempotency.lifetime),
        ids: answeredIds(content, assets),
      }
      known.set(rowId, record)
      recognised.set(rowId, record)
    }
    if (rest !== null) charged.set(rest.id, rest)
    if (upload !== null) {
      const assetId = answeredIds(content, assets)[0] as string
      finished.push(finishedUpload(upload, { assetId }, facts.now))
      unfinished.set(tenant.id, others)
    }
    for (const key of blobKeys) reserved.delete(key)
    taken.push(...blobKeys)
    bytes.set(tenant.id, grown)
    seqs.set(tenant.id, given + fresh.length)
    const pendingEnds = pendingEnd(facts.trusted ?? null, facts.now, pendingFor)
    const pendingUntil = formatTimestampOrNull(pendingEnds)
    const inserted = fresh.map((one, index): AssetRecord => {
      const asset = timedAsset(one, facts.now, rows.length)
      const seq = tenant.next_seq + given + index
      rows.push({ ...rowOfAsset(asset, { tenantId: tenant.id, seq }), pending_until: pendingEnds })
      counts.push(
        countChange(asset, {
          tenantId: tenant.id,
          list: asset.trashedAt == null ? LIVE : TRASH,
          seq,
          by: 1,
        }),
      )
      const trashedAt = asset.trashedAt ?? null
      return Object.assign({}, asset, { tenant: name, seq, trashedAt, pendingUntil })
    })
    for (const asset of inserted) note(asset, tenant.id)
    if (duplicateOf === null) return { assets: inserted, replayOf: null }
    return {
      assets: inserted,
      replayOf: null,
      duplicateOf: duplicateRecords(duplicateOf, inserted),
    }
  }

  /** The upload that becomes the asset of the request; `upload_locked`. */
  function finishingUpload({ tenant, upload: hold }: InsertRequest): StoredUpload | null {
    if (hold === undefined) return null
    const isDone = finished.some(({ id }) => id === hold.id)
    const upload = isDone ? null : (facts.uploads?.get(hold.id) ?? null)
    assertFinishing(upload, { tenant, fence: hold.fence })
    return upload
  }

  /** What counts besides the assets, without the upload. */
  function othersOf(tenantId: number, upload: StoredUpload | null): UploadCounts {
    const { uploads, bytes: all } = unfinished.get(tenantId) ?? NO_UPLOADS
    const counted = upload?.counted ?? null
    const isCounted = counted !== null && counted.until > formatTimestamp(facts.now)
    return isCounted
      ? { uploads: uploads - 1, bytes: all - counted.bytes }
      : { uploads, bytes: all }
  }

  /** Records an asset for later requests. */
  function note(asset: AssetRecord, tenantId: number): void {
    const { id, sha256, createdBy, externalId } = asset
    if (externalId !== null) holders.set(externalName(tenantId, externalId), { id, createdBy })
    if (asset.status !== 'ready' || asset.trashedAt !== null || asset.pendingUntil !== null) return
    for (const scope of [null, { createdBy }]) {
      const name = contentName(tenantId, sha256, { scope })
      const there = earlier.get(name)
      if (there === undefined) earlier.set(name, [asset])
      else there.push(asset)
    }
  }

  /** The first asset of earlier requests with these bytes. */
  function earlierWith(
    tenantId: number,
    sha256: string,
    request: InsertRequest,
  ): AssetRecord | null {
    const name = contentName(tenantId, sha256, { scope: duplicateScope(request) })
    return earlier.get(name)?.[0] ?? null
  }

  const outcomes = requests.map((request): InsertOutcome => {
    try {
      return accept(request)
    } catch (error) {
      if (isStowageError(error)) return error
      throw error
    }
  })
  return {
    outcomes,
    rows,
    counts,
    bytes,
    seqs,
    taken,
    charged: [...charged.values()],
    recognised: [...recognised.values()],
    finished,
  }
}

/** The rest of the ticket after these files; `ticket_exhausted` when it does not allow them. */
function chargedTicket(ticket: TicketCounts, files: InsertRequest['assets']): TicketCounts {
  const { id, tenant_id, files_left: filesLeft, bytes_left: bytesLeft } = ticket
  const rest = chargeTicket({ filesLeft, bytesLeft }, files)
  return { id, tenant_id, files_left: rest.filesLeft, bytes_left: rest.bytesLeft }
}

/** The ticket with what an upload took of it that brought nothing new. */
function returnedTicket(ticket: TicketCounts, { taken }: StoredUpload): TicketCounts {
  return {
    ...ticket,
    files_left: ticket.files_left + taken.files,
    bytes_left: ticket.bytes_left + taken.bytes,
  }
}

/** `folder_not_found` unless the tenant has each folder of the assets within the scope. */
function assertFolders(
  folders: InsertFacts['folders'],
  { assets, scope }: InsertRequest,
  tenantId: number,
): void {
  for (const { folderId } of assets) {
    if (folderId === null) continue
    const folder = folders.get(folderId)
    const isOurs = folder?.tenant_id === tenantId
    if (!isOurs || !isInScope({ createdBy: folder.created_by }, scope)) {
      throw folderNotFound([folderId])
    }
  }
}

function assertKeyValid(keys: InsertFacts['keys'], id: string | null, at: number): void {
  if (id === null) return
  const expiresAt = keys.get(id)
  if (expiresAt === undefined || (expiresAt !== null && expiresAt <= at)) throw keyRevoked()
}
