import { type AssetRecord, blobKeysOf } from '../../assets/asset.ts'
import { migrationInProgress, tenantErased } from '../../errors/erasure-errors.ts'
import type { MetadataStore } from '../../ports/metadata-store.ts'
import type { TransferKind } from '../../ports/transfer.ts'
import type { ErasureRecords } from '../../tenants/erasure-records.ts'
import { formatTimestamp } from '../../time/timestamp.ts'
import type { VersionRecord } from '../../versions/asset-version.ts'
import type { MemoryBlobLedger } from './blob-ledger.ts'
import type { MemoryContext } from './context.ts'
import type { MemoryLeases } from './leases.ts'
import type { MemoryTable, MemoryTables } from './transfer-tables.ts'

type Refusing = Pick<MetadataStore, 'assets' | 'folders' | 'apiKeys' | 'tickets'>

/** The erasures of a memory store, and the guard that keeps new records out of the tenants meanwhile. */
interface MemoryErasures {
  readonly erasures: ErasureRecords
  /** The same roles, which add nothing to a tenant that is being erased. */
  refusing(roles: Refusing): Refusing
}

export function createMemoryErasures(
  { clock, assertWritable }: MemoryContext,
  {
    tables,
    blobs,
    leases,
    erasing,
    isMoving,
  }: {
    readonly tables: MemoryTables
    readonly blobs: MemoryBlobLedger
    readonly leases: MemoryLeases
    /** Names of the tenants that are being erased. */
    readonly erasing: Set<string>
    isMoving(): boolean
  },
): MemoryErasures {
  const kinds = Object.keys(tables) as TransferKind[]

  function assertNotMoving(): void {
    if (isMoving()) throw migrationInProgress()
  }

  function refuse(tenant: string): void {
    if (erasing.has(tenant)) throw tenantErased()
  }

  /** All rows of the tenant except its name and its blobs: each with its kind, its owner and its key. */
  function rowsOf(tenant: string) {
    const erased = kinds.filter((kind) => kind !== 'blob')
    return erased.flatMap((kind) => {
      const table = tables[kind] as MemoryTable<TransferKind>
      return table.rows().flatMap(([owner, key, value]) => {
        const ofValue = (value as { readonly tenant?: string }).tenant
        return (owner ?? ofValue) === tenant ? [{ table, kind, tenant, key, value }] : []
      })
    })
  }

  return {
    erasures: {
      async begin(tenant) {
        assertWritable()
        assertNotMoving()
        erasing.add(tenant)
        blobs.makeClaimsDue(tenant, formatTimestamp(clock()))
      },
      async step({ tenant, limit }) {
        assertWritable()
        assertNotMoving()
        const now = clock()
        const nothing = { assets: [], blobKeys: [], held: false, isDone: false }
        if (!erasing.has(tenant)) return { ...nothing, isDone: true }
        if (leases.isHeld(now)) return { ...nothing, held: true }
        const rows = rowsOf(tenant)
        if (rows.length === 0) return { ...nothing, isDone: true }
        const next = ['version', 'asset'].find((name) => rows.some(({ kind }) => kind === name))
        const gone = rows.filter(({ kind }) => kind === (next ?? kind)).slice(0, limit)
        for (const { table, key } of gone) table.set(tenant, key, null)
        const values = gone.map(({ value }) => value)
        const assets = next === 'asset' ? (values as AssetRecord[]) : []
        const blobKeys =
          next === 'version'
            ? (values as VersionRecord[]).map(({ blobKey }) => blobKey)
            : assets.flatMap(blobKeysOf)
        blobs.addClaims({ tenant, keys: blobKeys }, formatTimestamp(now))
        return { ...nothing, assets, blobKeys }
      },
      async end({ tenant }) {
        assertWritable()
        assertNotMoving()
        if (!erasing.has(tenant)) return { isDone: true, isEnded: false }
        if (rowsOf(tenant).length > 0 || blobs.hasClaims(tenant)) {
          return { isDone: false, isEnded: false }
        }
        blobs.clearClaimTenant(tenant)
        tables.tenant.set('', tenant, null)
        erasing.delete(tenant)
        return { isDone: true, isEnded: true }
      },
      // Unreferenced records go with the memory that is freed.
      async scrub() {
        assertWritable()
      },
    },

    refusing({ assets, folders, apiKeys, tickets }) {
      return {
        assets: Object.assign({}, assets, {
          insert: async (request) => {
            refuse(request.tenant)
            return assets.insert(request)
          },
        } satisfies Partial<typeof assets>),
        folders: Object.assign({}, folders, {
          create: async (folder) => {
            refuse(folder.tenant)
            return folders.create(folder)
          },
        } satisfies Partial<typeof folders>),
        apiKeys: Object.assign({}, apiKeys, {
          create: async (key, conditions) => {
            refuse(key.tenant)
            return apiKeys.create(key, conditions)
          },
        } satisfies Partial<typeof apiKeys>),
        tickets: Object.assign({}, tickets, {
          create: async (ticket) => {
            refuse(ticket.tenant)
            return tickets.create(ticket)
          },
        } satisfies Partial<typeof tickets>),
      }
    },
  }
}
