import type { Analyzer } from '../analysis/analyzer.ts'
import type { Clock, Micros } from '../asset/timestamp.ts'
import { type BlobCache, createBlobCache } from '../blobs/blob-cache.ts'
import { createKeyring, type Keyring } from '../keys/create-keys.ts'
import type { BlobStore } from '../ports/blob-store.ts'
import { storeClosed } from '../ports/metadata-errors.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import type { Staging } from '../ports/staging.ts'
import type { VariantMaker } from '../ports/variant-maker.ts'
import { createBlobKeys } from './blob-keys.ts'
import { createEventHub, type EventHub } from './event-hub.ts'
import { createGarbage, type Garbage } from './garbage.ts'
import type { StoreLimits } from './limits.ts'
import { createPing } from './ping.ts'
import type { Policy } from './policy.ts'
import { storeReadOnly } from './read-only.ts'
import { settled } from './settled.ts'
import { createUpkeep, type Upkeep } from './upkeep.ts'
import { createUploader, type Uploaded, type UploadRequest } from './upload.ts'
import { createVariants, type Variants } from './variants.ts'

export interface EngineOptions {
  readonly metadata: MetadataStore
  readonly blobs: BlobStore
  readonly staging: Staging
  readonly analyzer: Analyzer
  readonly policy: Policy
  readonly maker: VariantMaker | null
  readonly whenBusy: 'store' | 'refuse'
  /** Milliseconds that an upload waits for its variants. */
  readonly variantWait: number
  /** Bytes of small blobs kept in memory. */
  readonly blobCache: number
  readonly limits: StoreLimits
  /** Milliseconds. */
  readonly grace: number
  /** How long the trash keeps an asset; `null` for ever. */
  readonly retention: Micros | null
  /** Whether every change is refused. */
  readonly readOnly: boolean
  /** Milliseconds between sweeps; `null` for none. */
  readonly sweepEvery: number | null
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
  readonly garbage: Garbage
  readonly variants: Variants
  readonly events: EventHub
  readonly upkeep: Upkeep
  upload(request: UploadRequest): Promise<readonly Uploaded[]>
  ping(): Promise<void>
  /** Throws `closed` once the store is closing. */
  assertOpen(): void
  /** Runs something that `close` must wait for. */
  run<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

export function createEngine(options: EngineOptions): Engine {
  const { metadata, blobs, limits, clock, onError, sweepEvery } = options
  const events = createEventHub(onError)
  const cache = createBlobCache(options.blobCache)
  const garbage = createGarbage({ ...options, events, cache })
  const keys = createBlobKeys(options)
  const closing = new AbortController()
  const variants = createVariants({ ...options, garbage, keys, closing: closing.signal })
  const upload = createUploader({ ...options, garbage, keys, variants })
  const upkeep = createUpkeep({ ...options, events, variants, closing: closing.signal })
  /** How many pieces of work are under way, and what hears that none is any more. */
  let running = 0
  let idle: (() => void) | undefined
  let closed: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  function assertOpen(): void {
    if (closed !== undefined) throw storeClosed()
  }

  async function run<T>(work: () => Promise<T>): Promise<T> {
    assertOpen()
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
      if (running === 0) idle?.()
    }
  }

  /** The first sweep follows the opening, as recovery after a crash; it holds up nobody. */
  function sweepAfter(delay: number, every: number): void {
    timer = setTimeout(async () => {
      await run(() => garbage.sweep(closing.signal)).catch((error) => {
        if (closed === undefined) onError(error)
      })
      if (closed === undefined) sweepAfter(every, every)
    }, delay)
    timer.unref()
  }

  async function shutDown(): Promise<void> {
    clearTimeout(timer)
    closing.abort(storeClosed())
    if (running > 0) await new Promise<void>((resolve) => (idle = resolve))
    try {
      await settled([variants.close(), Promise.resolve(options.analyzer.close?.()), upkeep.close()])
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
    keyring: createKeyring(options),
    garbage,
    variants,
    events,
    upkeep,
    ping: createPing(options),
    async upload(request) {
      // Before a byte of it is taken in.
      if (options.readOnly) throw storeReadOnly()
      return upload(request)
    },
    assertOpen,
    run,
    close() {
      closed ??= shutDown()
      return closed
    },
  }
}
