import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MigratableMetadata } from '@stowage/core/internal'
import type { MetadataStore } from '@stowage/core/ports'
import { sqlite } from '@stowage/core/sqlite'
import { newAsset } from '@stowage/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrateMetadata } from './migrate-metadata.ts'
import { switchingMetadata } from './switching-metadata.ts'

const ALL = { tenant: null, limit: 2 } as const
let directory: string
let from: MigratableMetadata
let to: MigratableMetadata

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'stowage-migrate-'))
  from = withOtherPositions(await sqlite({ file: join(directory, 'from.db') }).open())
  to = await sqlite({ file: join(directory, 'to.db') }).open()
})
afterEach(async () => {
  await Promise.all([from.close(), to.close()])
  await rm(directory, { recursive: true })
})

/** A database whose positions in the feed of all tenants no other one knows, as PostgreSQL's. */
function withOtherPositions(metadata: MigratableMetadata): MigratableMetadata {
  const { events } = metadata
  const own = (position: string) => `of its own ${position}`
  return Object.assign({}, metadata, {
    events: Object.assign({}, events, {
      async since(query) {
        if (query.tenant !== null) return events.since(query)
        const after = query.after?.split(' ').at(-1) ?? null
        expect([null, own(after ?? '')]).toContain(query.after)
        const { last, ...read } = await events.since({ ...query, after })
        return { ...read, last: last && { id: last.id, position: own(last.position) } }
      },
      async find(query) {
        const found = await events.find(query)
        return found && query.tenant === null
          ? { id: found.id, position: own(found.position) }
          : found
      },
      async latest(query) {
        const found = await events.latest(query)
        return found && query.tenant === null
          ? { id: found.id, position: own(found.position) }
          : found
      },
    } satisfies Partial<MetadataStore['events']>),
  })
}

/** Adds an asset to a tenant, with its event. */
async function add(metadata: MetadataStore, tenant: string): Promise<string> {
  const asset = newAsset()
  await metadata.blobs.reserve([asset.blobKey], { lifetime: 60_000 })
  const record = { audit: false, events: true, actor: null }
  const request = { tenant, assets: [asset], keyId: null, quota: null, record }
  return (await metadata.assets.insert(request)).assets[0]?.id ?? ''
}

describe('the change feed of all tenants of a store that moves', () => {
  it('goes on in the new database after the last event that the old one told', async () => {
    const metadata = switchingMetadata({ from, to })
    const ids: string[] = []
    for (const tenant of ['one', 'two', 'one', 'two', 'one']) ids.push(await add(metadata, tenant))
    const seen: (string | null)[] = []
    const first = await metadata.events.since({ ...ALL, after: null })
    seen.push(...first.events.map(({ assetId }) => assetId))
    await migrateMetadata({ from, to })
    ids.push(await add(metadata, 'two'))
    for (let at = first.last?.position ?? null, isEnd = false; !isEnd; ) {
      const read = await metadata.events.since({ ...ALL, after: at })
      seen.push(...read.events.map(({ assetId }) => assetId))
      at = read.last?.position ?? at
      isEnd = read.isEnd
    }
    expect(seen).toEqual(ids)
  })

  it('takes the event of a cursor, and the last one, for positions before and after the move', async () => {
    const metadata = switchingMetadata({ from, to })
    for (const tenant of ['one', 'two']) await add(metadata, tenant)
    const { events } = await metadata.events.since({ ...ALL, after: null })
    const found = await metadata.events.find({ tenant: null, id: events[0]?.id ?? '' })
    const latest = await metadata.events.latest({ tenant: null })
    expect(latest?.id).toBe(events[1]?.id)
    const positions = [found?.position ?? '', latest?.position ?? '']
    const countAfter = async () => {
      const counts = positions.map(async (after) => {
        return (await metadata.events.since({ ...ALL, after })).events.length
      })
      return Promise.all(counts)
    }
    expect(await countAfter()).toEqual([1, 0])
    await migrateMetadata({ from, to })
    expect(await countAfter()).toEqual([1, 0])
  })

  it('has expired when the new database has forgotten the event', async () => {
    const metadata = switchingMetadata({ from, to })
    await add(metadata, 'one')
    const latest = await metadata.events.latest({ tenant: null })
    await migrateMetadata({ from, to })
    const missing = { ...to, events: { ...to.events, find: async () => null } }
    const other = switchingMetadata({ from, to: missing })
    const read = other.events.since({ ...ALL, after: latest?.position ?? '' })
    await expect(read).rejects.toMatchObject({ code: 'cursor_expired' })
  })
})
