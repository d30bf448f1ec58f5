import { setMaxListeners } from 'node:events'
import type { Analyzer } from '../analysis/analyzer.ts'
import type { StoreLimits } from '../asset-store/limits.ts'
import { allSettledOrThrow } from '../async/all-settled.ts'
import { type BlobCache, createBlobCache } from '../blobs/blob-cache.ts'
import { type BlobCollector, createBlobCollector } from '../blobs/blob-collector.ts'
import { createReservedKeys } from '../blobs/reserved-keys.ts'
import { storeClosed } from '../errors/metadata-errors.ts'
import { toStoreError } from '../errors/to-store-error.ts'
import { createEventHub, type EventHub } from '../events/event-hub.ts'
import { createKeyring, type Keyring } from '../keys/create-keys.ts'
import { createMaintenance, type Maintenance } from '../maintenance/maintenance.ts'
import { createSweeper, type Sweeper } from '../maintenance/sweep.ts'
import type { Clock } from '../model/timestamp.ts'
import type { BlobStore } from '../ports/blob-store.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import type { Staging } from '../ports/staging.ts'
import type { VariantProcessor } from '../ports/variant-processor.ts'
import { createUploader, type Uploaded } from '../upload/upload.ts'
import type { Policy } from '../upload/upload-policy.ts'
import type { CallerRequest } from '../upload/upload-request.ts'
import { createVariants, type Variants } from '../variants/variants.ts'
import { createCallLifetimes } from './call-lifetime.ts'
import { createPing } from './health.ts'
import { storeReadOnly } from './read-only.ts'

export interface EngineOptions {
  readonly metadata: MetadataStore
  readonly blobs: BlobStore
  readonly staging: Staging
  readonly analyzer: Analyzer
  readonly policy: Policy
  readonly processor: VariantProcessor | null
  readonly whenBusy: 'store' | 'refuse'
  /** Milliseconds that an upload waits for variants of its files in vain. */
  readonly variantWait: number
  /** Bytes of small blobs kept in memory. */
  readonly blobCache: number
  readonly limits: StoreLimits
  /** Milliseconds. */
  readonly grace: number
  /** Milliseconds for which the trash keeps an asset; `null` for ever. */
  readonly retention: number | null
  /** Whether every change is refused. */
  readonly readOnly: boolean
  /** Milliseconds between sweeps; `null` for none. */
  readonly sweepEvery: number | null
  /** Milliseconds for which `close` waits for uploads under way, and for variants being made. */
  readonly closeTimeout: number
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}

/** What all tenants' views of one store share. */
export interface Engine {
  readonly metadata: MetadataStore
  readonly blobs: BlobStore
  readonly cache: BlobCache
  readonly limits: StoreLimits
  readonly readOnly: boolean
  readonly clock: Clock
  readonly keyring: Keyring
  readonly collector: BlobCollector
  readonly sweeper: Sweeper
  readonly variants: Variants
  readonly events: EventHub
  readonly maintenance: Maintenance
  /** `signal` is the caller's. */
  upload(request: CallerRequest): Promise<readonly Uploaded[]>
  ping(): Promise<void>
  /** Throws `closed` once the store is closing. */
  assertOpen(): void
  /** Runs something that `close` must wait for. Rejects with a `StowageError` or the signal's reason. */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Runs something with a signal that aborts with the caller's, and when `close` waits no longer. */
  untilClosed<T>(
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T>
  close(): Promise<void>
}

export function createEngine(options: EngineOptions): Engine {
  const { metadata, blobs, limits, clock, onError, sweepEvery } = options
  const events = createEventHub(onError)
  const cache = createBlobCache(options.blobCache)
  const controller = new AbortController()
  const closing = controller.signal
  // Everything under way may listen to it.
  setMaxListeners(0, closing)
  const collector = createBlobCollector({ ...options, events, cache, closing })
  const sweeper = createSweeper({ ...options, collector, closing })
  const keys = createReservedKeys(options)
  const variants = createVariants({ ...options, collector, keys, closing })
  const lifetimes = createCallLifetimes()
  const upload = createUploader({ ...options, collector, keys, variants })
  const upkeep = createMaintenance({ ...options, events, variants, closing })
  /** How many pieces of work are under way, and what hears that none is any more. */
  let running = 0
  let idle: (() => void) | undefined
  let closed: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  function assertOpen(): void {
    if (closed !== undefined) throw storeClosed()
  }

  async function counted<T>(work: () => Promise<T>): Promise<T> {
    assertOpen()
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
      if (running === 0) idle?.()
    }
  }

  async function run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    try {
      return await counted(work)
    } catch (error) {
      // Waiting that was ended by `close`, in the words of whoever waited.
      if (closing.aborted && isAbort(error) && !signal?.aborted) throw storeClosed()
      throw toStoreError(error, signal)
    }
  }

  async function untilClosed<T>(
    caller: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { signal, end } = lifetimes.begin(caller)
    try {
      return await work(signal)
    } finally {
      end()
    }
  }

  /** The first sweep follows the opening, as recovery after a crash; it holds up nobody. */
  function sweepAfter(delay: number, every: number): void {
    timer = setTimeout(async () => {
      await counted(() => sweeper.sweep()).catch((error) => {
        if (closed === undefined) onError(error)
      })
      if (closed === undefined) sweepAfter(every, every)
    }, delay)
    timer.unref()
  }

  /** Uploads and processors wait for code of the app, which may never answer. */
  async function whenIdle(): Promise<void> {
    if (running === 0) return
    const cutOff = setTimeout(() => lifetimes.abort(storeClosed()), options.closeTimeout)
    await new Promise<void>((resolve) => (idle = resolve))
    clearTimeout(cutOff)
  }

  async function shutDown(): Promise<void> {
    clearTimeout(timer)
    controller.abort(storeClosed())
    await whenIdle()
    try {
      await allSettledOrThrow([
        variants.close(),
        Promise.resolve(options.analyzer.close?.()),
        upkeep.close(),
        collector.idle(),
        sweeper.idle(),
      ])
    } finally {
      await metadata.close()
    }
  }

  if (sweepEvery !== null) sweepAfter(Math.min(1000, sweepEvery), sweepEvery)

  return {
    metadata,
    blobs,
    cache,
    limits,
    readOnly: options.readOnly,
    clock,
    keyring: createKeyring({ ...options, assertOpen }),
    collector,
    sweeper,
    variants,
    events,
    maintenance: upkeep,
    ping: createPing(options),
    async upload(request) {
      // Before a byte of it is taken in.
      if (options.readOnly) throw storeReadOnly()
      return untilClosed(request.signal, (signal) => upload(Object.assign({}, request, { signal })))
    },
    assertOpen,
    run,
    untilClosed,
    close() {
      closed ??= shutDown()
      return closed
    },
  }
}

/** Told by name: another realm has a class of its own. */
function isAbort(error: unknown): boolean {
  return (Object(error) as { readonly name?: unknown }).name === 'AbortError'
}
