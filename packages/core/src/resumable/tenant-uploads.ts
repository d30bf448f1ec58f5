import { setTimeout as pause } from 'node:timers/promises'
import { types } from 'node:util'
import { assertInteger } from '../arguments/assert-integer.ts'
import { mustBe } from '../arguments/must-be.ts'
import { requireSha256 } from '../arguments/require-sha256.ts'
import { requireText } from '../arguments/require-text.ts'
import type { Asset } from '../assets/asset.ts'
import { isInScope } from '../assets/asset-scope.ts'
import type { ViewedStore } from '../assets/store-view.ts'
import { raceAbort } from '../async/abortable.ts'
import { isStowageError } from '../errors/stowage-error.ts'
import {
  offsetMismatch,
  uploadExpired,
  uploadFinished,
  uploadNotFound,
} from '../errors/upload-errors.ts'
import { requireOptions } from '../options/call-options.ts'
import {
  chunksOf,
  discardSource,
  guardSource,
  isLateSource,
  requireSource,
  type UploadSource,
} from '../staging/upload-source.ts'
import { CALLS } from '../store/known-options.ts'
import { storeReadOnly } from '../store/opening/read-only.ts'
import type { StoreCore } from '../store/opening/store-core.ts'
import type { UploadTicket } from '../tickets/upload-ticket.ts'
import { requireTicket } from '../upload/upload-request.ts'
import { appendBytes } from './append-bytes.ts'
import { completeParts } from './complete-parts.ts'
import { createRecord, partsOf, presignParts, requireNumbers } from './direct-uploads.ts'
import { defineFinishJob, finishOnce, refusalOf } from './finish-upload.ts'
import { newUpload } from './new-upload.ts'
import type { UploadRecord } from './resumable-upload.ts'
import { shownUpload } from './shown-upload.ts'
import { isUnfinished } from './upload-changes.ts'
import type { HeldUpload } from './upload-holds.ts'
import { clearUpload, requirePieces } from './upload-work.ts'
import type { AppendDigest, AppendedUpload, AppendOptions, Uploads } from './uploads.ts'

const DEFAULT_WAIT = 25_000
const DEFAULT_PAGE = 100
/** Milliseconds between two looks at an upload that another process finishes. */
const LOOK_EVERY = 500
const DIGEST_LENGTHS: Readonly<Record<AppendDigest['algorithm'], number>> = {
  sha1: 40,
  sha256: 64,
  crc32: 8,
}

/** `AssetStore.uploads` of one view. */
export function tenantUploads(core: StoreCore, view: ViewedStore): Uploads {
  const { calls, metadata, resumable } = core
  const { tenant, scope } = view

  /** The upload, for whoever may reach it. */
  async function find(id: string, ticket: UploadTicket | undefined): Promise<UploadRecord> {
    requireText('id', id)
    if (ticket !== undefined) requireTicket(view, ticket)
    const found = await metadata.uploads.get({ tenant, id })
    if (found === null || !isInScope(found, scope)) throw uploadNotFound()
    if (ticket !== undefined && found.ticketId !== ticket.id) throw uploadNotFound()
    if (found.state === 'expired') throw uploadExpired()
    return found
  }

  function assertWritable(): void {
    if (core.readOnly) throw storeReadOnly()
    requirePieces(core)
  }

  async function assetOf({ assetId }: UploadRecord): Promise<Asset | null> {
    if (assetId === null) return null
    const asset = await metadata.assets.get({ id: assetId })
    return asset !== null && isInScope(asset, scope) ? asset : null
  }

  async function result(record: UploadRecord): Promise<AppendedUpload> {
    if (record.state === 'refused') throw refusalOf(record)
    return { upload: shownUpload(record), asset: await assetOf(record) }
  }

  /** Whether an asset is all that is missing. */
  function isFull({ state, kind, size, offset }: UploadRecord): boolean {
    if (state === 'finishing') return true
    if (state !== 'receiving' || kind === 'partial') return false
    return kind === 'final' || size === offset
  }

  /** Makes an asset of a full upload, and waits for it. The work goes on when the wait ends. */
  async function settled(
    id: string,
    { ticket, waitMs = DEFAULT_WAIT, signal }: Pick<AppendOptions, 'ticket' | 'waitMs' | 'signal'>,
  ): Promise<UploadRecord> {
    const until = performance.now() + waitMs
    for (;;) {
      const record = await find(id, ticket)
      const left = until - performance.now()
      if (!isFull(record) || left <= 0) return record
      const timer = new AbortController()
      const late = pause(left, undefined, { signal: timer.signal }).catch(() => {})
      try {
        await raceAbort(Promise.race([finishOnce(core, { tenant, id }), late]), signal)
      } catch (error) {
        // Another process works on it.
        if (!isStowageError(error, 'upload_locked', 'upload_not_found')) throw error
        await pause(Math.min(LOOK_EVERY, left), undefined, { signal })
      } finally {
        timer.abort()
      }
    }
  }

  return {
    get isAvailable() {
      return core.blobs.pieces !== undefined
    },
    get isDirectAvailable() {
      return core.blobs.pieces?.direct !== undefined
    },
    async create(options = {}) {
      const checked = requireOptions(CALLS.createUpload, options)
      assertWritable()
      return calls.run(async () => {
        const record = await newUpload(core, view, checked)
        defineFinishJob(core)
        return shownUpload(await createRecord(core, record))
      }, options.signal)
    },
    async get(id, options = {}) {
      const { ticket, signal } = requireOptions(CALLS.getUpload, options)
      return calls.look(async () => shownUpload(await find(id, ticket)), signal)
    },
    async list(options = {}) {
      const {
        after = null,
        limit = DEFAULT_PAGE,
        signal,
      } = requireOptions(CALLS.listUploads, options)
      if (after !== null) requireText('after', after)
      return calls.look(async () => {
        const query = { tenant, scope, before: after, limit: limit + 1 }
        const found = await metadata.uploads.list(query)
        const page = found.slice(0, limit)
        const next = found.length > limit ? (page.at(-1)?.id ?? null) : null
        return { uploads: page.map(shownUpload), next }
      }, signal)
    },
    async append(id, options) {
      guardSource(options?.source)
      try {
        const checked = requireAppend(options)
        assertWritable()
        return await calls.run(
          () => calls.untilClosed(checked.signal, (signal) => append(id, checked, signal)),
          checked.signal,
        )
      } catch (error) {
        discardSource(options?.source)
        throw error
      }
    },
    async resume(id, options = {}) {
      const checked = requireOptions(CALLS.resumeUpload, options)
      assertWritable()
      const { ticket, signal } = checked
      return calls.run(async () => {
        const record = await find(id, ticket)
        defineFinishJob(core)
        if (record.state === 'receiving' && !isFull(record)) {
          const held = await takeUnfinished(id, signal ?? core.closing)
          if (held !== null) await resumable.holds.release(held)
        }
        return result(await settled(id, checked))
      }, signal)
    },
    async presignParts(id, options) {
      const checked = requireNumbers(requireOptions(CALLS.presignUploadParts, options))
      assertWritable()
      const { ticket, signal } = checked
      return calls.run(async () => presignParts(core, await find(id, ticket), checked), signal)
    },
    async parts(id, options = {}) {
      const { ticket, signal } = requireOptions(CALLS.listUploadParts, options)
      return calls.look(async () => partsOf(core, await find(id, ticket), signal), signal)
    },
    async complete(id, options = {}) {
      const checked = requireOptions(CALLS.completeUpload, options)
      assertWritable()
      const { ticket, signal } = checked
      return calls.run(async () => {
        defineFinishJob(core)
        await completeParts(core, await find(id, ticket), signal ?? core.closing)
        return result(await settled(id, checked))
      }, signal)
    },
    async remove(id, options = {}) {
      const { ticket, signal } = requireOptions(CALLS.removeUpload, options)
      assertWritable()
      await calls.run(async () => {
        const record = await find(id, ticket)
        if (!isUnfinished(record)) throw uploadFinished()
        const ended = await metadata.uploads.end({ tenant, id, as: { state: 'removed' } })
        if (ended === null) throw uploadFinished()
        await clearUpload(core, ended)
      }, signal)
    },
  }

  /** `null` when the upload has ended. */
  async function takeUnfinished(id: string, signal: AbortSignal): Promise<HeldUpload | null> {
    try {
      return await resumable.holds.take({ tenant, id }, signal)
    } catch (error) {
      if (isStowageError(error, 'upload_not_found')) return null
      throw error
    }
  }

  async function append(
    id: string,
    options: AppendOptions,
    signal: AbortSignal,
  ): Promise<AppendedUpload> {
    const { offset, source, ticket } = options
    const found = await find(id, ticket)
    if (found.state === 'refused') throw refusalOf(found)
    const isOver = found.state !== 'receiving' || found.kind === 'final'
    if (isOver || (found.kind === 'partial' && found.size === found.offset)) {
      // A request whose answer was lost comes again.
      if (found.offset !== offset || found.kind === 'final') throw uploadFinished()
      await assertEmpty(source, signal)
      return result(await settled(id, { ...options, signal }))
    }
    defineFinishJob(core)
    const held = await takeUnfinished(id, signal)
    // It has ended since it was read.
    if (held === null) {
      const ended = await find(id, ticket)
      throw ended.state === 'refused' ? refusalOf(ended) : uploadFinished()
    }
    let isOurs = true
    try {
      if (held.upload.offset !== offset) throw offsetMismatch(held.upload.offset)
      const { size, isLast = false, digest, sha256, onProgress } = options
      await appendBytes(core, held, { source, size, isLast, digest, sha256, onProgress, signal })
      if (held.upload.state === 'finishing') {
        isOurs = false
        void finishOnce(core, { tenant, id }, held)
      }
    } finally {
      if (isOurs) await resumable.holds.release(held)
    }
    return result(await settled(id, { ...options, signal }))
  }
}

/** `upload_finished` when bytes come. */
async function assertEmpty(source: UploadSource, signal: AbortSignal): Promise<void> {
  if (isLateSource(source)) throw uploadFinished()
  const chunks = types.isUint8Array(source) ? [source] : chunksOf(source, signal)
  for await (const chunk of chunks) if (chunk.byteLength > 0) throw uploadFinished()
}

function requireAppend(options: AppendOptions): AppendOptions {
  const checked = requireOptions(CALLS.appendUpload, options)
  assertInteger('offset', checked.offset, 0)
  requireSource(checked.source)
  if (checked.sha256 !== undefined) requireSha256(checked.sha256)
  const { digest } = checked
  if (digest === undefined) return checked
  const length = DIGEST_LENGTHS[Object(digest).algorithm as AppendDigest['algorithm']]
  const isDigest =
    length !== undefined &&
    typeof digest.value === 'string' &&
    digest.value.length === length &&
    /^[0-9a-f]+$/.test(digest.value)
  if (!isDigest) {
    throw mustBe(
      'digest',
      '{ algorithm, value }: sha1, sha256 or crc32, and lower-case hex',
      digest,
    )
  }
  return checked
}
