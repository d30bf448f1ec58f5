import type { AssetRecord } from '../../assets/asset.ts'
import { storeClosed } from '../../errors/metadata-errors.ts'
import { checkOptions, type OptionChecks } from '../../options/check-options.ts'
import { callback } from '../../options/checks.ts'
import type { Roles } from '../../ports/port-types.ts'
import { refusingUndefined } from '../../ports/refuse-undefined.ts'
import type { MigratableMetadata } from '../../ports/transfer.ts'
import { type Clock, wallClock } from '../../time/timestamp.ts'
import type { VersionRecord } from '../../versions/asset-version.ts'
import { fanOutJob } from '../../webhooks/webhook-jobs.ts'
import { createMemoryApiKeys } from './api-keys.ts'
import { createAssetLookup } from './assets/asset-lookup.ts'
import { createAssetRemoval } from './assets/asset-removal.ts'
import { createMemoryAssets } from './assets/assets.ts'
import { createMemoryAttachments } from './attachments.ts'
import { createMemoryAudit } from './audit.ts'
import { createMemoryBlobLedger } from './blob-ledger.ts'
import type { MemoryContext } from './context.ts'
import { createMemoryErasures } from './erasures.ts'
import { createMemoryEvents } from './events.ts'
import { createFolderTree } from './folder-tree.ts'
import { createMemoryFolders } from './folders.ts'
import { hookedWrites } from './hooked-writes.ts'
import { createMemoryIdempotency } from './idempotency.ts'
import { createMemoryJobs } from './jobs.ts'
import { createMemoryLeases } from './leases.ts'
import { createMemoryOwners } from './owners.ts'
import { createMemorySweeps } from './sweeps.ts'
import { createMemoryTickets } from './tickets.ts'
import { createMemoryTombstones } from './tombstones.ts'
import { createMemoryTransfer } from './transfer.ts'
import { type MemoryTables, tableOf } from './transfer-tables.ts'
import { createMemoryUploads } from './uploads.ts'
import { createMemoryVersions } from './versions.ts'
import { createMemoryWebhooks } from './webhooks.ts'

/** What `createMemoryMetadata` takes. */
export interface MemoryMetadataOptions {
  /** Returns the time in microseconds. Default: the system's clock. */
  readonly clock?: Clock
}

const OPTIONS: OptionChecks<MemoryMetadataOptions> = { clock: callback }

/**
 * Records in the memory of this process, for tests and for stores that need not outlive it. Nothing is
 * durable. The simplest implementation of the port: every method checks everything, then changes everything,
 * without an await in between, which makes it a transaction.
 */
export function createMemoryMetadata(options: MemoryMetadataOptions = {}): MigratableMetadata {
  checkOptions<MemoryMetadataOptions>('createMemoryMetadata', options, OPTIONS)
  const { clock = wallClock } = options
  let open = true
  const context: MemoryContext = {
    clock,
    assertOpen() {
      if (!open) throw storeClosed()
    },
    assertWritable() {
      context.assertOpen()
      assertServing()
    },
  }
  const tree = createFolderTree()
  const tombstones = createMemoryTombstones()
  const idempotency = createMemoryIdempotency()
  const apiKeys = createMemoryApiKeys(context)
  const tickets = createMemoryTickets(context, { keys: apiKeys, folders: tree })
  const leases = createMemoryLeases(context)
  const blobs = createMemoryBlobLedger(context, leases)
  const sweeps = createMemorySweeps(context, { tombstones, idempotency, tickets, leases })
  const records = new Map<string, AssetRecord>()
  const versions = new Map<string, VersionRecord>()
  const attachments = createMemoryAttachments()
  const remove = createAssetRemoval({
    assets: records,
    versions,
    attachments,
    tombstones,
    blobs,
    leases,
  })
  const erasing = new Set<string>()
  const resumable = createMemoryUploads(context, {
    erasing,
    keys: apiKeys,
    tickets,
    folders: tree,
    blobs,
    usageOf: (tenant) =>
      createAssetLookup({ assets: records, folders: tree, versions }).usageWith(tenant, []),
  })
  const assets = createMemoryAssets(context, {
    assets: records,
    remove,
    folders: tree,
    keys: apiKeys,
    tickets,
    uploads: resumable,
    blobs,
    sweeps,
    tombstones,
    idempotency,
    versions,
  })
  const owners = createMemoryOwners(context, { assets: records, attachments, sweeps, remove })
  const folders = createMemoryFolders(context, { tree, assets: records, sweeps })
  const { audit, table: auditTable, ...trail } = createMemoryAudit(context, sweeps)
  const background = createMemoryJobs(context, { sweeps, erasing })
  const endpoints = createMemoryWebhooks(context, { sweeps, erasing, assets: records })
  const feed = createMemoryEvents(context, { sweeps, assets: records })
  const tables: MemoryTables = {
    tenant: assets.tenants,
    key: apiKeys.table,
    ticket: tickets.table,
    upload: resumable.table,
    folder: tree.table,
    asset: assets.table,
    version: tableOf(versions),
    attachment: attachments.table,
    blob: blobs.table,
    tombstone: tombstones.table,
    idempotency: idempotency.table,
    lease: leases.table,
    audit: auditTable,
    job: background.table,
    ...endpoints.tables,
    event: feed.table,
  }
  const { assertServing, isMoving, ...transfer } = createMemoryTransfer(tables, erasing)
  const { erasures, refusing } = createMemoryErasures(context, {
    tables,
    blobs,
    leases,
    erasing,
    isMoving,
  })

  const roles: Roles = {
    ...refusing({ assets, folders, apiKeys, tickets }),
    owners,
    uploads: resumable.uploads,
    versions: createMemoryVersions(context, {
      assets: records,
      uploads: resumable,
      versions,
      keys: apiKeys,
      blobs,
      sweeps,
    }),
    blobs,
    leases,
    sweeps,
    audit,
    jobs: background.jobs,
    webhooks: endpoints.webhooks,
    events: feed.events,
    erasures,
  }
  return refusingUndefined({
    ...hookedWrites(roles, (done) => {
      trail.add(done)
      background.add(done)
      endpoints.forgetAnswers(done)
      const told = [...feed.add(done)].filter(endpoints.hasEnabled)
      for (const tenant of told) background.enqueue(tenant, fanOutJob())
    }),
    transfer,
    async close() {
      open = false
    },
  })
}
