import { type EnqueueRequest, NOTHING_CLAIMED, type Roles } from '@stowage/core/internal'
import { listAudit } from '../audit/audit-reads.ts'
import { filterOrphans, reserve } from '../blobs/blob-keys.ts'
import type { Calls } from '../connection/calls.ts'
import type { Sql } from '../connection/database.ts'
import { createGroupCommit } from '../connection/group-commit.ts'
import { scrub } from '../erasure/erasure.ts'
import { findEvent, latestEvent, listEvents } from '../feed/event-reads.ts'
import { folderUsage, getFolder, listFolders } from '../folders/folder-reads.ts'
import { hooked } from '../hook/on-write.ts'
import { claimDue, dueKinds, nextDue } from '../jobs/job-claims.ts'
import { getJob, listJobs } from '../jobs/job-reads.ts'
import { createKey, getKey, listKeys, pageOfKeys } from '../keys/key-records.ts'
import { getTicket } from '../keys/ticket-records.ts'
import { listAttached, ownersOf } from '../owners/owner-reads.ts'
import {
  filterUnknownUploads,
  getUpload,
  listDueUploads,
  listUploads,
  uploadPieces,
} from '../resumable/upload-reads.ts'
import { getVersion, listAllVersions, listVersions } from '../versions/version-reads.ts'
import {
  getDelivery,
  getWebhook,
  lateWebhooks,
  listDeliveries,
  listWebhooks,
  waitingDeliveries,
} from '../webhooks/webhook-reads.ts'
import { createAssetRecords } from './asset-records.ts'
import { enqueueBatch, sharesCommit } from './enqueue-batch.ts'
import { performedWrites } from './performed-writes.ts'

/** The roles of a `MetadataStore`. `places`: how many lists may be found at a time. */
export function createRoles(calls: Calls, places: number): Roles {
  const { call, database, snapshot, write } = calls
  const read = <Request, Result>(query: (sql: Sql, request: Request) => Promise<Result>) => {
    return (request: Request) => calls.read((sql) => query(sql, request))
  }
  const jobs = performedWrites('jobs', calls)
  const enqueue = createGroupCommit<EnqueueRequest, readonly string[]>({
    weightOf: (request) => request.jobs.length,
    commit: (requests) => enqueueBatch(database, requests),
  })
  return {
    assets: createAssetRecords(calls, places),
    folders: {
      ...performedWrites('folders', calls),
      get: read(getFolder),
      list: read(listFolders),
      usage: read(folderUsage),
    },
    owners: {
      ...performedWrites('owners', calls),
      list: read(listAttached),
      ownersOf: read(ownersOf),
    },
    apiKeys: {
      ...performedWrites('apiKeys', calls),
      create(key, conditions) {
        const request = Object.assign({ key, tenant: key.tenant }, conditions)
        return write(hooked('createKey', request, (sql) => createKey(sql, key, conditions)))
      },
      get: read(getKey),
      list: read(listKeys),
      page: (query) => snapshot((sql) => pageOfKeys(sql, query)),
    },
    tickets: { ...performedWrites('tickets', calls), get: read(getTicket) },
    uploads: {
      ...performedWrites('uploads', calls),
      get: read(getUpload),
      list: read(listUploads),
      pieces: read(uploadPieces),
      listDue: read(listDueUploads),
      filterUnknown: read(filterUnknownUploads),
    },
    versions: {
      ...performedWrites('versions', calls),
      list: read(listVersions),
      get: read(getVersion),
      listAll: read(listAllVersions),
    },
    blobs: {
      ...performedWrites('blobs', calls),
      reserve: (keys, { lifetime }) =>
        write(hooked('reserve', { keys, lifetime }, (sql) => reserve(sql, keys, lifetime))),
      filterOrphans: read(filterOrphans),
    },
    leases: performedWrites('leases', calls),
    sweeps: performedWrites('sweeps', calls),
    audit: { ...performedWrites('audit', calls), list: read(listAudit) },
    jobs: {
      ...jobs,
      enqueue: (request) =>
        sharesCommit(request) ? call(() => enqueue(request)) : jobs.enqueue(request),
      async claim(request) {
        const kinds = request.kinds.map(({ kind }) => kind)
        const due = await calls.read((sql) => dueKinds(sql, kinds))
        const now = due.filter(({ until }) => until === 0)
        // A process that waits for jobs begins no transaction.
        if (now.length === 0) return NOTHING_CLAIMED
        return write(hooked('claimJobs', request, (sql) => claimDue(sql, request, now)))
      },
      nextDue: read(nextDue),
      // `NOTIFY` would tell it, but lets all commits of the server wait for each other.
      version: async () => null,
      list: read(listJobs),
      get: read(getJob),
    },
    webhooks: {
      ...performedWrites('webhooks', calls),
      get: read(getWebhook),
      list: read(listWebhooks),
      waiting: read(waitingDeliveries),
      late: read(lateWebhooks),
      deliveries: read(listDeliveries),
      delivery: read(getDelivery),
    },
    events: {
      ...performedWrites('events', calls),
      since: read(listEvents),
      find: read(findEvent),
      latest: read(latestEvent),
    },
    erasures: { ...performedWrites('erasures', calls), scrub: () => call(() => scrub(database)) },
  }
}
