import { unlinkSync } from 'node:fs'
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { AssetStore } from '@stowage/core'
import { disk, type FileSystem, nodeFileSystem } from '@stowage/core/filesystem'
import {
  createAssetStore,
  newUuid,
  openSqliteMetadata,
  type PortOptions,
  storeClosed,
  type VersionRecord,
} from '@stowage/core/internal'
import { createMemoryMetadata } from '@stowage/core/memory'
import type { BlobStore, Clock, MetadataStore } from '@stowage/core/ports'
import type { Webhook, WebhookDelivery } from '@stowage/core/types'
import { type BlobDirectory, createBlobDirectory } from '../blob-store/blob-directory.ts'
import { decoratedMetadata } from '../fault-injection/decorated-metadata.ts'
import type { FaultPlan } from '../fault-injection/fault-plan.ts'
import { faultyBlobs } from '../fault-injection/faulty-blobs.ts'
import { decorated, type Method } from '../fault-injection/faulty-call.ts'
import { faultyFileSystem } from '../fault-injection/faulty-file-system.ts'
import { faultyMetadata } from '../fault-injection/faulty-metadata.ts'
import { quietSender } from './webhooks/quiet-sender.ts'

const END_OF_TIME = Date.UTC(2250, 0, 1) * 1000

/** Where a fixture keeps records. The bytes are always in a real folder. */
export type ChaosBackend = 'memory' | 'sqlite'

/** Options of a fixture's store that a verb may choose. */
export type ChaosOptions = Omit<PortOptions, 'metadata' | 'blobs' | 'clock' | 'onError'>

/** One database and one folder that stores open, one after another or at once, and a clock set by hand. */
export interface ChaosFixture {
  readonly directory: BlobDirectory
  /** The blobs, without faults. */
  readonly blobs: BlobStore
  /**
   * Opens a store whose every call to either port and to the file system goes through the plan. Without a plan: a store
   * without faults.
   */
  open(plan?: FaultPlan, options?: ChaosOptions): Promise<AssetStore>
  /** Lets time pass, for the store's clock and for the files in staging. */
  pass(hours: number): Promise<void>
  /** Names of the files in staging. */
  staged(): Promise<readonly string[]>
  /** Names of the files with bytes of unfinished uploads. */
  pieces(): Promise<readonly string[]>
  /** Resolves when no call to a port is under way, late ones included. */
  quiet(): Promise<void>
  /** Contents that were replaced. */
  versions(): Promise<readonly VersionRecord[]>
  /** Adds a delivery of this state to a webhook. Resolves to its id. */
  addDelivery(
    webhook: Pick<Webhook, 'tenant' | 'id'>,
    state: WebhookDelivery['state'],
  ): Promise<string>
  /** Makes every job of a kind dead that can be claimed. */
  killJobs(kind: string): Promise<void>
  /** Closes whatever a store could not close. */
  shut(): Promise<void>
  /** Blob keys that are reserved or claimed, for however long. Claims them all. */
  reservations(): Promise<readonly string[]>
  dispose(): Promise<void>
}

/** Synchronous removal is cheaper, and each case sweeps hundreds of keys that were never used. */
const quickFileSystem: FileSystem = { ...nodeFileSystem, unlink: async (path) => unlinkSync(path) }

/** Makes an empty fixture in its own directory. */
export async function createChaosFixture(backend: ChaosBackend): Promise<ChaosFixture> {
  const directory = await createBlobDirectory()
  const root = directory.path
  const underWay = new Set<Promise<unknown>>()
  const opened: MetadataStore[] = []
  let now = Date.now() * 1000
  const clock: Clock = () => {
    now += 1
    return now
  }
  const inMemory = createMemoryMetadata({ clock })

  /** Each store has its own connection, which stays open when another is closed. */
  async function connect(): Promise<MetadataStore> {
    if (backend === 'sqlite') {
      const metadata = await openSqliteMetadata({ file: join(root, 'stowage.db'), clock })
      opened.push(metadata)
      return metadata
    }
    let open = true
    const close = async () => {
      open = false
    }
    return decoratedMetadata(inMemory, { close }, (_, method) => async (...args) => {
      if (!open) throw storeClosed()
      return method(...args)
    })
  }

  function watching(name: string, method: Method): Method {
    return (...args) => {
      const answer = method(...args)
      if (name === 'list' || !(answer instanceof Promise)) return answer
      underWay.add(answer)
      answer.then(
        () => underWay.delete(answer),
        () => underWay.delete(answer),
      )
      return answer
    }
  }

  const watched = <Port extends object>(port: Port): Port => decorated(port, {}, watching)

  const staging = join(root, 'staging')
  const staged = () => readdir(staging).catch((): string[] => [])

  return {
    directory,
    blobs: disk({ directory: root }),

    async open(plan, options = {}) {
      const metadata = decoratedMetadata(await connect(), {}, watching)
      const fileSystem = plan ? faultyFileSystem(watched(nodeFileSystem), plan) : quickFileSystem
      const blobs = watched(disk({ directory: root, fileSystem }))
      return createAssetStore({
        metadata: plan ? faultyMetadata(metadata, plan) : metadata,
        blobs: plan ? faultyBlobs(blobs, plan) : blobs,
        signing: { secrets: ['a secret of chaos, which is long enough'] },
        webhooks: quietSender,
        ...options,
        advanced: { sweepEveryMs: false, clock, ...options?.advanced },
        onError: () => {},
      })
    },

    async pass(hours) {
      now += hours * 3_600_000_000
      for (const name of await staged()) {
        const path = join(staging, name)
        const { mtimeMs } = await nodeFileSystem.stat(path)
        const earlier = new Date(mtimeMs - hours * 3_600_000)
        await utimes(path, earlier, earlier)
      }
    },

    staged,

    async pieces() {
      const options = { recursive: true, withFileTypes: true } as const
      const entries = await readdir(join(root, 'uploads'), options).catch(() => [])
      return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : []))
    },

    async quiet() {
      while (underWay.size > 0) await Promise.allSettled(underWay)
    },

    async shut() {
      await Promise.all(opened.map((each) => each.close()))
    },

    async versions() {
      const metadata = await connect()
      const versions = await metadata.versions.listAll({ afterId: null, limit: 1000 })
      await metadata.close()
      return versions
    },

    async addDelivery({ tenant, id: webhookId }, state) {
      const { webhooks, close } = await connect()
      const id = newUuid()
      const event = { eventId: newUuid(), eventNumber: 1, type: 'asset.created' } as const
      const change = { tenant, id: webhookId, revision: null, changes: {} }
      await webhooks.change({ ...change, add: [{ id, ...event, assetId: null }] })
      if (state !== 'waiting') {
        const to = { state, attempts: 1, status: 200, answer: '', nextIn: null, isAttempt: true }
        await webhooks.change({ ...change, delivery: { id, attempts: 0, to } })
      }
      await close()
      return id
    },

    async killJobs(kind) {
      const { jobs, close } = await connect()
      const claim = { kinds: [{ kind, limit: 9 }], limit: 9, lease: 1000 }
      for (const held of (await jobs.claim(claim)).jobs) {
        await jobs.fail({ ...held, error: 'No.', retryIn: null })
      }
      await close()
    },

    async reservations() {
      const metadata = await connect()
      const before = now
      try {
        now = END_OF_TIME
        return await metadata.blobs.claim({ due: true, limit: 1000 })
      } finally {
        now = before
        await metadata.close()
      }
    },

    dispose: () => directory.remove(),
  }
}
