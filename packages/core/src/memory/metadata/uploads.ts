import { isInScope } from '../../assets/asset-scope.ts'
import { tenantErased } from '../../errors/erasure-errors.ts'
import { alreadyExists } from '../../errors/metadata-errors.ts'
import { tooManyUploads, uploadNotFound } from '../../errors/upload-errors.ts'
import type { StoredUpload } from '../../resumable/resumable-upload.ts'
import {
  advancedUpload,
  assertFinishing,
  endedUpload,
  finishedUpload,
  heldUpload,
  isHeldAt,
  isJoinable,
  isUnfinished,
  newUploadRow,
  piecedUpload,
  settledUpload,
  takenOver,
  uploadRecord,
} from '../../resumable/upload-changes.ts'
import {
  assertOwnerShare,
  assertUploadFits,
  NOTHING_TAKEN,
  takenBy,
  takeOfTicket,
  type UploadCounts,
} from '../../resumable/upload-counts.ts'
import type { NewUpload, UploadRecords } from '../../resumable/upload-records.ts'
import { addMillis, formatTimestamp, type Micros } from '../../time/timestamp.ts'
import type { MemoryApiKeys } from './api-keys.ts'
import type { MemoryBlobLedger } from './blob-ledger.ts'
import type { MemoryContext } from './context.ts'
import type { FolderTree } from './folder-tree.ts'
import type { MemoryTickets } from './tickets.ts'
import { type MemoryTable, tableOf } from './transfer-tables.ts'

/** The resumable uploads of a memory store. */
export interface MemoryUploads {
  readonly uploads: UploadRecords
  /** What counts against the quota of the tenant besides its assets, without the upload of this id. */
  othersOf(tenant: string, now: Micros, except: string | null): UploadCounts
  /** The upload that its holder makes an asset of; `upload_locked`. */
  finishing(tenant: string, hold: { readonly id: string; readonly fence: number }): StoredUpload
  /** The upload has become this asset. `isNew: false`: the asset was there before. */
  finish(upload: StoredUpload, asset: { readonly id: string; readonly isNew: boolean }): void
  /** What a transfer moves. */
  readonly table: MemoryTable<'upload'>
}

export function createMemoryUploads(
  { clock, assertOpen, assertWritable }: MemoryContext,
  {
    erasing,
    keys,
    tickets,
    folders,
    blobs,
    usageOf,
  }: {
    /** Names of the tenants that are being erased. */
    readonly erasing: ReadonlySet<string>
    readonly keys: MemoryApiKeys
    readonly tickets: MemoryTickets
    readonly folders: FolderTree
    readonly blobs: MemoryBlobLedger
    usageOf(tenant: string): { readonly assets: number; readonly bytes: number }
  },
): MemoryUploads {
  const uploads = new Map<string, StoredUpload>()
  const all = (): StoredUpload[] => [...uploads.values()]

  function find(tenant: string, id: string): StoredUpload | null {
    const upload = uploads.get(id)
    return upload?.tenant === tenant && upload.state !== 'removed' ? upload : null
  }

  function counted(
    tenant: string,
    now: Micros,
    isLeftOut: (upload: StoredUpload) => boolean,
  ): UploadCounts {
    const at = formatTimestamp(now)
    const counting = all().filter(
      (each) => each.tenant === tenant && each.counted !== null && each.counted.until > at,
    )
    const others = counting.filter((each) => !isLeftOut(each))
    return {
      uploads: others.filter(({ kind }) => kind !== 'partial').length,
      bytes: others.reduce((sum, each) => sum + (each.counted?.bytes ?? 0), 0),
    }
  }

  function assertCounts({ tenant, owner, limits, quota, kind, size }: NewUpload): void {
    const unfinished = all().filter((each) => each.tenant === tenant && isUnfinished(each))
    const owned = unfinished.filter((each) => owner !== null && each.owner === owner)
    if (owned.length >= limits.owner) throw tooManyUploads(limits.owner, 'owner')
    if (unfinished.length >= limits.tenant) throw tooManyUploads(limits.tenant, 'tenant')
    if (kind === 'final') return
    const bytes = owned.reduce((sum, each) => sum + (each.size ?? each.offset), 0)
    assertOwnerShare(quota, { uploads: owned.length, bytes }, size ?? 0)
  }

  /** The ticket is checked before anything is written. Returns what writes it. */
  function ticketChange(
    tenant: string,
    id: string | null,
    before: StoredUpload['taken'],
    after: StoredUpload['taken'],
  ): () => void {
    if (id === null) return () => {}
    const ticket = tickets.valid(tenant, id)
    const left = takeOfTicket(ticket, before, after)
    return () => tickets.set({ ...ticket, ...left })
  }

  function giveBack({ ticketId, taken }: StoredUpload): void {
    if (ticketId !== null) tickets.giveBack(ticketId, taken)
  }

  return {
    uploads: {
      async create(given) {
        assertWritable()
        const { tenant, id, kind, terms, ticketId, keyId, quota, size } = given
        if (erasing.has(tenant)) throw tenantErased()
        if (uploads.has(id)) throw alreadyExists('id')
        const now = clock()
        if (keyId !== null) keys.assertValid(keyId, formatTimestamp(now))
        const ticket = ticketId === null ? null : tickets.valid(tenant, ticketId)
        if (terms.folderId !== null) folders.find(tenant, terms.folderId, given.scope)
        const partials = terms.partials.map((each) => uploads.get(each) ?? null)
        const bad = terms.partials.filter((_, index) => !isJoinable(partials[index], given))
        if (bad.length > 0) throw uploadNotFound(bad)
        const joined = new Map((partials as StoredUpload[]).map((each) => [each.id, each]))
        assertCounts(given)
        const others = counted(tenant, now, (each) => joined.has(each.id))
        assertUploadFits(quota, { usage: usageOf(tenant), others }, { kind, bytes: size ?? 0 })
        const bytes = [...joined.values()].reduce((sum, each) => sum + each.taken.bytes, 0)
        const taken = { files: 0, bytes }
        const row = newUploadRow(structuredClone(given), now, ticket?.expiresAt ?? null)
        // A partial upload takes no file, but needs a ticket that has one left.
        ticketChange(tenant, ticketId, taken, takenBy('whole', size ?? 0))
        const charge = ticketChange(tenant, ticketId, taken, row.taken)
        blobs.extend(row.blobKey, row.expiresAt)
        charge()
        for (const each of joined.values()) uploads.set(each.id, takenOver(each))
        uploads.set(id, row)
        return structuredClone(uploadRecord(row))
      },
      async get({ tenant, id }) {
        assertOpen()
        const upload = find(tenant, id)
        return upload === null ? null : structuredClone(uploadRecord(upload))
      },
      async list({ tenant, scope, before, limit }) {
        assertOpen()
        const found = all()
          .filter((each) => each.tenant === tenant && isInScope(each, scope))
          .filter(({ id, state }) => state !== 'removed' && (before === null || id < before))
          .sort((a, b) => (a.id < b.id ? 1 : -1))
        return structuredClone(found.slice(0, limit).map(uploadRecord))
      },
      async pieces({ tenant, id }) {
        assertOpen()
        const upload = uploads.get(id)
        return upload?.tenant === tenant ? structuredClone(piecedUpload(upload)) : null
      },
      async hold({ tenant, id, lease }) {
        assertWritable()
        const upload = find(tenant, id)
        if (upload === null || !isUnfinished(upload)) throw uploadNotFound()
        const now = clock()
        if (isHeldAt(upload, formatTimestamp(now))) {
          uploads.set(id, { ...upload, isAsked: true })
          return null
        }
        const held = heldUpload(upload, now, lease)
        uploads.set(id, held)
        return structuredClone(piecedUpload(held))
      },
      async renew({ holds, lease }) {
        assertWritable()
        const holdUntil = formatTimestamp(addMillis(clock(), lease))
        const held = holds.flatMap(({ id, fence }) => {
          const upload = uploads.get(id)
          return upload?.fence === fence && isUnfinished(upload) ? [upload] : []
        })
        for (const each of held) uploads.set(each.id, { ...each, holdUntil })
        return {
          held: held.map(({ id }) => id),
          asked: held.filter(({ isAsked }) => isAsked).map(({ id }) => id),
        }
      },
      async release({ holds }) {
        assertWritable()
        for (const { id, fence } of holds) {
          const upload = uploads.get(id)
          if (upload?.fence !== fence) continue
          uploads.set(id, { ...upload, holdUntil: null, isAsked: false })
        }
      },
      async advance(request) {
        assertWritable()
        const { tenant, id, quota } = request
        const now = clock()
        const before = uploads.get(id) ?? null
        const { upload, counts, takes } = advancedUpload(before, structuredClone(request), now)
        if (counts !== null) {
          const others = counted(tenant, now, (each) => each.id === id)
          const { kind } = upload
          assertUploadFits(quota, { usage: usageOf(tenant), others }, { kind, bytes: counts })
        }
        const taken = before?.taken ?? NOTHING_TAKEN
        const charge = ticketChange(tenant, takes ? upload.ticketId : null, taken, upload.taken)
        blobs.extend(upload.blobKey, upload.expiresAt)
        charge()
        uploads.set(id, upload)
        return structuredClone(uploadRecord(upload))
      },
      async end(request) {
        assertWritable()
        const before = uploads.get(request.id) ?? null
        const ended = endedUpload(before, structuredClone(request), clock())
        if (before === null || ended === null) return null
        giveBack(before)
        uploads.set(ended.id, ended)
        return structuredClone(piecedUpload(ended))
      },
      async listDue({ limit }) {
        assertOpen()
        const at = formatTimestamp(clock())
        const due = all()
          .filter((each) => each.dueAt <= at && !isHeldAt(each, at))
          .sort((a, b) => (a.dueAt < b.dueAt ? -1 : 1))
        return structuredClone(due.slice(0, limit).map(uploadRecord))
      },
      async settle({ ids }) {
        assertWritable()
        const now = clock()
        for (const id of ids) {
          const before = uploads.get(id)
          const settled = before === undefined ? null : settledUpload(before, now)
          if (settled === null) uploads.delete(id)
          else uploads.set(id, settled)
        }
      },
      async filterUnknown(names) {
        assertOpen()
        const known = new Set(
          all().flatMap((each) => (each.isCleared ? [] : [each.storage, each.blobKey])),
        )
        return names.filter((name) => !known.has(name))
      },
    },

    othersOf: (tenant, now, except) => counted(tenant, now, ({ id }) => id === except),
    finishing(tenant, { id, fence }) {
      const upload = uploads.get(id) ?? null
      assertFinishing(upload, { tenant, fence })
      return upload
    },
    finish(upload, { id: assetId, isNew }) {
      if (!isNew) giveBack(upload)
      uploads.set(upload.id, finishedUpload(upload, { assetId }, clock()))
    },
    table: tableOf(uploads),
  }
}
