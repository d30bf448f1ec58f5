import type { Roles } from '../../ports/port-types.ts'
import type { Clock } from '../../time/timestamp.ts'
import { isOfOneIndex, listAudit } from '../audit/audit-reads.ts'
import { filterOrphans } from '../blobs/blob-keys.ts'
import type { Reader } from '../connection/reader.ts'
import type { Sql } from '../driver/client.ts'
import { findEvent, latestEvent, listEvents } from '../feed/event-reads.ts'
import type { Finder } from '../finding/finder.ts'
import { folderUsage, getFolder, listFolders } from '../folders/folder-reads.ts'
import { listAttached, ownersOf } from '../owners/owner-reads.ts'
import { getVersion, listAllVersions, listVersions } from '../versions/version-reads.ts'
import { forwardedWrites } from '../writer/forwarded-writes.ts'
import type { Writer } from '../writer/writer.ts'
import { createApiKeyRecords } from './api-key-records.ts'
import { createAssetRecords } from './asset-records.ts'
import { createJobRecords } from './job-records.ts'
import { createTicketRecords } from './ticket-records.ts'
import { createUploadRecords } from './upload-records.ts'
import { createWebhookRecords } from './webhook-records.ts'

interface RoleParts {
  readonly reader: Reader
  readonly writer: Pick<Writer, 'write' | 'scrub'>
  readonly finder: Finder
  readonly clock: Clock
}

/** The roles of a `MetadataStore`. A role whose methods do more than forward their request has a file of its own. */
export function createRoles({ reader, writer, finder, clock }: RoleParts): Roles {
  /** A read of several statements. */
  const read = <Request, Result>(query: (sql: Sql, request: Request) => Result) => {
    return (request: Request) => reader.read((sql) => query(sql, request))
  }
  /** A read of one statement. */
  const readOne = <Request, Result>(query: (sql: Sql, request: Request) => Result) => {
    return (request: Request) => reader.readOne((sql) => query(sql, request))
  }
  return {
    assets: createAssetRecords(reader, writer, finder),
    folders: {
      ...forwardedWrites('folders', writer),
      get: read(getFolder),
      list: read(listFolders),
      usage: read(folderUsage),
    },
    owners: {
      ...forwardedWrites('owners', writer),
      list: read(listAttached),
      ownersOf: read(ownersOf),
    },
    apiKeys: createApiKeyRecords(reader, writer, clock),
    tickets: createTicketRecords(reader, writer, clock),
    uploads: createUploadRecords(reader, writer, clock),
    versions: {
      ...forwardedWrites('versions', writer),
      list: readOne(listVersions),
      get: readOne(getVersion),
      listAll: readOne(listAllVersions),
    },
    blobs: {
      ...forwardedWrites('blobs', writer),
      reserve: (keys, { lifetime }) => writer.write('reserve', { keys, lifetime }),
      filterOrphans: read(filterOrphans),
    },
    leases: forwardedWrites('leases', writer),
    sweeps: forwardedWrites('sweeps', writer),
    audit: {
      ...forwardedWrites('audit', writer),
      list: (query) =>
        isOfOneIndex(query) ? reader.read((sql) => listAudit(sql, query)) : finder.findAudit(query),
    },
    jobs: createJobRecords(reader, writer, clock),
    webhooks: createWebhookRecords(reader, writer, clock),
    events: {
      ...forwardedWrites('events', writer),
      since: read(listEvents),
      find: readOne(findEvent),
      latest: readOne(latestEvent),
    },
    erasures: { ...forwardedWrites('erasures', writer), scrub: () => writer.scrub() },
  }
}
