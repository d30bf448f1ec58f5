import type { Timestamp } from '../../assets/asset.ts'
import {
  alreadyExists,
  keyNotFound,
  keyRevoked,
  tooManyKeys,
} from '../../errors/metadata-errors.ts'
import type { ApiKeyRecord } from '../../keys/api-key.ts'
import type { ApiKeyRecords } from '../../keys/api-key-records.ts'
import { formatTimestamp } from '../../time/timestamp.ts'
import type { MemoryContext } from './context.ts'
import { type MemoryTable, tableOf } from './transfer-tables.ts'

/** The API keys of a memory store. */
export interface MemoryApiKeys extends ApiKeyRecords {
  /** Whether the key is known, not revoked, and not expired at that time. */
  isValid(id: string, now: Timestamp): boolean
  /** `key_revoked` when the key is unknown, revoked, or expired at that time. */
  assertValid(id: string, now: Timestamp): void
  /** What a transfer moves. */
  readonly table: MemoryTable<'key'>
}

export function createMemoryApiKeys({
  clock,
  assertOpen,
  assertWritable,
}: MemoryContext): MemoryApiKeys {
  const keys = new Map<string, ApiKeyRecord>()

  function isValid(id: string, now: Timestamp): boolean {
    const key = keys.get(id)
    if (key === undefined || key.revokedAt !== null) return false
    return key.expiresAt === null || key.expiresAt > now
  }

  /** Throws `key_revoked` when the key is unknown, revoked, or expired at that time. */
  function assertValid(id: string, now: Timestamp): void {
    if (!isValid(id, now)) throw keyRevoked()
  }

  /** Oldest first. */
  function ofTenant(tenant: string): readonly ApiKeyRecord[] {
    return [...keys.values()]
      .filter((key) => key.tenant === tenant)
      .sort((a, b) => (a.createdAt < b.createdAt ? -1 : Number(a.createdAt > b.createdAt)))
  }

  return {
    async create(key, { limit = Number.POSITIVE_INFINITY, makerId = null } = {}) {
      assertWritable()
      if (keys.has(key.id)) throw alreadyExists('id')
      if (makerId !== null) assertValid(makerId, formatTimestamp(clock()))
      const unrevoked = ofTenant(key.tenant).filter(({ revokedAt }) => revokedAt === null)
      if (unrevoked.length >= limit) throw tooManyKeys(limit)
      keys.set(key.id, { ...key })
    },

    async get(id) {
      assertOpen()
      const key = keys.get(id)
      return key === undefined ? null : { key, now: formatTimestamp(clock()) }
    },

    async list(tenant) {
      assertOpen()
      return ofTenant(tenant)
    },

    async page({ tenant, offset, limit }) {
      assertOpen()
      const all = ofTenant(tenant).toReversed()
      return { keys: all.slice(offset, offset + limit), total: all.length }
    },

    async update({ tenant, id, changes }) {
      assertWritable()
      const key = keys.get(id)
      if (key?.tenant !== tenant) throw keyNotFound()
      const changed = {
        ...key,
        revokedAt: key.revokedAt ?? changes.revokedAt ?? null,
        lastUsedAt: changes.lastUsedAt ?? key.lastUsedAt,
      }
      keys.set(id, changed)
      return changed
    },

    isValid,
    assertValid,

    table: tableOf(keys),
  }
}
