import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { FileFacts } from '../analysis/analyzer.ts'
import type { Asset, Variant } from '../asset/asset.ts'
import { type Clock, formatTimestamp } from '../asset/timestamp.ts'
import { isStowageError, StowageError } from '../errors/stowage-error.ts'
import { untilAborted } from '../intake/abortable.ts'
import { takeIn } from '../intake/intake.ts'
import type { BlobStore } from '../ports/blob-store.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import type { StagedFile, Staging } from '../ports/staging.ts'
import { VARIANT_LIMIT, type VariantMaker, type VariantResult } from '../ports/variant-maker.ts'
import { blobAsFile } from './blob-as-file.ts'
import type { BlobKeys } from './blob-keys.ts'
import type { Garbage } from './garbage.ts'
import { settled } from './settled.ts'

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
  /** Ends the waiting for what other processes make. */
  readonly closing: AbortSignal
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

const NO_VARIANTS: NewVariants = { variants: [], failed: [], put: Promise.resolve() }

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
  const { maker, whenBusy, metadata, blobs, staging, keys, garbage, closing, clock, onError } =
    options
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
    let result: VariantResult
    try {
      const making = maker.make({ file, facts }, withUpload, signal === undefined ? {} : { signal })
      result = await untilAborted(making, signal)
    } catch (error) {
      signal?.throwIfAborted()
      // Not made is not failed: the first request for it makes it.
      if (isStowageError(error, 'unavailable') && whenBusy === 'store') return NO_VARIANTS
      throw error
    }
    return store(result, withUpload)
  }

  /** Puts what was made; what else was asked for will never be made. */
  async function store({ made }: VariantResult, names: readonly string[]): Promise<NewVariants> {
    const small = made.filter(({ content }) => content.byteLength <= VARIANT_LIMIT)
    // All keys first: from the first put on nothing may fail but puts.
    const ready = await Promise.all(
      small.map(async ({ content, name, mimeType, extension, width, height }) => {
        const file = await takeIn(content, { staging, limit: VARIANT_LIMIT })
        const { size, sha256 } = file
        const blobKey = await keys.take()
        const variant = { blobKey, name, mimeType, extension, width, height, size, sha256 }
        return { variant, file }
      }),
    )
    const variants = ready.map(({ variant }) => variant)
    const put = settled(ready.map(({ variant, file }) => blobs.put(variant.blobKey, file)))
    // Awaited by whoever inserts the record; until then a failure must not count as unhandled.
    put.catch(() => {})
    const failed = names.filter((name) => !small.some((each) => each.name === name))
    return { variants, failed, put }
  }

  function demand(asset: Asset, name: string, signal: AbortSignal | undefined): Promise<Asset> {
    if (hasVariant(asset, name)) return Promise.resolve(asset)
    if (maker === null || !offers(asset, name)) return Promise.reject(noSuchVariant())
    const id = `${asset.id}/${name}`
    let shared = making.get(id)
    if (shared === undefined) {
      shared = makeOnDemand(maker, asset.id, name).finally(() => making.delete(id))
      making.set(id, shared)
      // Also when every caller has gone.
      shared.catch(() => {})
    }
    return untilAborted(shared, signal)
  }

  /** Not bound to a caller's signal: others wait for it too. */
  async function makeOnDemand(maker: VariantMaker, id: string, name: string): Promise<Asset> {
    const lease = `variant/${id}/${name}`
    while (!(await holdLease(lease, LEASE))) {
      const asset = await demandable(id, name)
      if (hasVariant(asset, name)) return asset
      await delay(POLL, undefined, { signal: closing })
    }
    const renewing = setInterval(() => {
      holdLease(lease, LEASE).catch(onError)
    }, LEASE / 3000)
    try {
      const asset = await demandable(id, name)
      return hasVariant(asset, name) ? asset : await makeAndAttach(maker, asset, name)
    } finally {
      clearInterval(renewing)
      await holdLease(lease, 0).catch(onError)
    }
  }

  async function makeAndAttach(maker: VariantMaker, asset: Asset, name: string): Promise<Asset> {
    const { tenant, id } = asset
    const result = await maker.make({ file: blobAsFile(blobs, asset), facts: asset }, [name])
    const { variants, failed, put } = await store(result, [name])
    let changed: Asset
    try {
      await put
      changed = await metadata.attach({ tenant, id, variants, failed })
    } catch (error) {
      await garbage.undo(
        variants.map(({ blobKey }) => blobKey),
        error,
      )
      // Another process that took the lease over, because this one was slow, was first.
      const current = await demandable(id, name)
      if (hasVariant(current, name)) return current
      throw error
    }
    if (failed.length > 0) throw noSuchVariant()
    return changed
  }

  async function demandable(id: string, name: string): Promise<Asset> {
    const asset = await metadata.get({ id })
    if (asset === null || asset.trashedAt !== null || !offers(asset, name)) throw noSuchVariant()
    return asset
  }

  /** For that many microseconds from now; for 0 it is given back. */
  function holdLease(name: string, duration: number): Promise<boolean> {
    const now = clock()
    const until = formatTimestamp(now + duration)
    return metadata.lease({ name, holder, now: formatTimestamp(now), until })
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
