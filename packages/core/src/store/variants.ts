import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { FileFacts } from '../analysis/analyzer.ts'
import type { Asset, Variant } from '../asset/asset.ts'
import { type Clock, formatTimestamp } from '../asset/timestamp.ts'
import { isStowageError, StowageError } from '../errors/stowage-error.ts'
import { takeIn } from '../intake/intake.ts'
import type { BlobStore } from '../ports/blob-store.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import type { StagedFile, Staging } from '../ports/staging.ts'
import { type MadeVariant, VARIANT_LIMIT, type VariantMaker } from '../ports/variant-maker.ts'
import { blobAsFile } from './blob-as-file.ts'
import type { BlobKeys } from './blob-keys.ts'
import type { Garbage } from './garbage.ts'

/** A process that dies while it makes a variant holds up the others for this long, in microseconds. */
const LEASE = 60_000_000
/** Milliseconds between two looks at what another process makes. */
const POLL = 50

export interface VariantsOptions {
  readonly maker: VariantMaker | null
  /** What an upload does when the maker has too much to do. */
  readonly whenBusy: 'store' | 'refuse'
  readonly metadata: MetadataStore
  readonly blobs: BlobStore
  readonly staging: Staging
  readonly keys: BlobKeys
  readonly garbage: Garbage
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}

/** Variants under way into the blob store. They are nobody's until a record takes them. */
export interface NewVariants {
  readonly variants: readonly Variant[]
  /** Names that will never be made of this file. */
  readonly failed: readonly string[]
  /** Settles when no put is under way any more; rejects when one failed. */
  readonly put: Promise<unknown>
}

export const NO_VARIANTS: NewVariants = { variants: [], failed: [], put: Promise.resolve() }

/** Makes variants, with uploads and on demand. */
export interface Variants {
  readonly names: readonly string[]
  /** Whether the asset has the variant, or can have it when it is asked for. */
  offers(asset: Asset, name: string): boolean
  /** Makes what is to be made with the upload, decoding the file once. */
  makeWithUpload(
    file: StagedFile,
    facts: FileFacts,
    signal: AbortSignal | undefined,
  ): Promise<NewVariants>
  /** The record with that variant, made now when need be: once, however many ask, in all processes. */
  demand(asset: Asset, name: string, signal: AbortSignal | undefined): Promise<Asset>
  close(): Promise<void>
}

export function createVariants(options: VariantsOptions): Variants {
  const { maker, whenBusy, metadata, blobs, staging, keys, garbage, clock, onError } = options
  const plans = new Map(maker?.plans.map((plan) => [plan.name, plan]))
  const withUpload = [...plans.values()].flatMap(({ name, timing }) =>
    timing === 'immediately' ? [name] : [],
  )
  const holder = randomUUID()
  const making = new Map<string, Promise<Asset>>()

  function offers(asset: Asset, name: string): boolean {
    if (hasVariant(asset, name)) return true
    return plans.has(name) && !asset.failedVariants.includes(name) && !!maker?.accepts(asset)
  }

  async function makeWithUpload(
    file: StagedFile,
    facts: FileFacts,
    signal: AbortSignal | undefined,
  ): Promise<NewVariants> {
    if (maker === null || withUpload.length === 0 || !maker.accepts(facts)) return NO_VARIANTS
    try {
      return await make(maker, file, facts, withUpload, signal)
    } catch (error) {
      signal?.throwIfAborted()
      // Not made is not failed: the first request for it makes it.
      if (isStowageError(error, 'unavailable') && whenBusy === 'store') return NO_VARIANTS
      throw error
    }
  }

  async function make(
    maker: VariantMaker,
    file: StagedFile,
    facts: FileFacts,
    names: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<NewVariants> {
    const { made } = await maker.make(
      { file, facts },
      names,
      signal === undefined ? {} : { signal },
    )
    const small = made.filter(({ content }) => content.byteLength <= VARIANT_LIMIT)
    const stored = await Promise.all(small.map(store))
    const put = Promise.all(stored.map((each) => each.put))
    // Awaited by whoever inserts the record; until then a failure must not count as unhandled.
    put.catch(() => {})
    return {
      variants: stored.map(({ variant }) => variant),
      failed: names.filter((name) => !small.some((each) => each.name === name)),
      put,
    }
  }

  async function store(
    made: MadeVariant,
  ): Promise<{ readonly variant: Variant; readonly put: Promise<void> }> {
    const { content, ...facts } = made
    const file = await takeIn(content, { staging, limit: VARIANT_LIMIT })
    const blobKey = await keys.take()
    const variant = { ...facts, blobKey, size: file.size, sha256: file.sha256 }
    return { variant, put: blobs.put(blobKey, file) }
  }

  function demand(asset: Asset, name: string, signal: AbortSignal | undefined): Promise<Asset> {
    if (hasVariant(asset, name)) return Promise.resolve(asset)
    if (maker === null || !offers(asset, name)) return Promise.reject(noSuchVariant())
    const id = `${asset.id}/${name}`
    let shared = making.get(id)
    if (shared === undefined) {
      shared = makeOnDemand(maker, asset.id, name).finally(() => making.delete(id))
      making.set(id, shared)
    }
    return waitFor(shared, signal)
  }

  /** Not bound to a caller's signal: others wait for it too. */
  async function makeOnDemand(maker: VariantMaker, id: string, name: string): Promise<Asset> {
    const lease = { name: `variant/${id}/${name}`, holder }
    while (!(await takeLease(lease))) {
      const asset = await demandable(id, name)
      if (hasVariant(asset, name)) return asset
      await delay(POLL)
    }
    try {
      const asset = await demandable(id, name)
      return hasVariant(asset, name) ? asset : await attach(maker, asset, name)
    } finally {
      await giveBack(lease).catch(onError)
    }
  }

  async function attach(maker: VariantMaker, asset: Asset, name: string): Promise<Asset> {
    const { variants, failed, put } = await make(
      maker,
      blobAsFile(blobs, asset),
      asset,
      [name],
      undefined,
    )
    try {
      await put
      const { tenant, id } = asset
      const changed = await metadata.attach({ tenant, id, variants, failed })
      if (failed.length > 0) throw noSuchVariant()
      return changed
    } catch (error) {
      await Promise.allSettled([put])
      await garbage.undo(
        variants.map(({ blobKey }) => blobKey),
        error,
      )
      throw error
    }
  }

  async function demandable(id: string, name: string): Promise<Asset> {
    const asset = await metadata.get({ id })
    if (asset === null || asset.trashedAt !== null || !offers(asset, name)) throw noSuchVariant()
    return asset
  }

  function takeLease(lease: { name: string; holder: string }): Promise<boolean> {
    const now = clock()
    return metadata.lease({
      ...lease,
      now: formatTimestamp(now),
      until: formatTimestamp(now + LEASE),
    })
  }

  function giveBack(lease: { name: string; holder: string }): Promise<boolean> {
    const now = formatTimestamp(clock())
    return metadata.lease({ ...lease, now, until: now })
  }

  return {
    names: [...plans.keys()],
    offers,
    makeWithUpload,
    demand,
    async close() {
      await Promise.allSettled(making.values())
      await maker?.close?.()
    },
  }
}

function hasVariant(asset: Asset, name: string): boolean {
  return asset.variants.some((variant) => variant.name === name)
}

function noSuchVariant(): StowageError {
  return new StowageError('file_not_found', 'There is no such variant of this file.')
}

/** A share in what is made for all: an abort ends the waiting, not the making. */
function waitFor<T>(shared: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return shared
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    shared.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
