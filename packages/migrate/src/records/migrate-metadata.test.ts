import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { ErrorCode } from '@stowage/core'
import { isStowageError } from '@stowage/core'
import type { MigratableMetadata, TransferSource, TransferTarget } from '@stowage/core/internal'
import { createMemoryMetadata } from '@stowage/core/memory'
import type { MetadataStore } from '@stowage/core/ports'
import { sqlite } from '@stowage/core/sqlite'
import {
  newAsset,
  newTicket,
  stored,
  storedOne,
  visibleRecords,
  writeVariety,
} from '@stowage/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type MetadataProgress, migrateMetadata } from './migrate-metadata.ts'
import { stopMigration } from './stop-migration.ts'
import { switchingMetadata } from './switching-metadata.ts'

const tenant = 'default'

/** Asserts that the call is refused with this code, and with exactly this context when one is given. */
async function refuses(
  call: Promise<unknown>,
  code: ErrorCode,
  context?: Readonly<Record<string, unknown>>,
): Promise<void> {
  await assert.rejects(call, { code, ...(context === undefined ? {} : { context }) })
}

let directory: string
let from: MigratableMetadata
let to: MigratableMetadata
let opened: MigratableMetadata[]

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'stowage-migrate-'))
  opened = []
  from = await open('from.db')
  to = await open('to.db')
})
afterEach(async () => {
  for (const metadata of opened) await metadata.close()
  await rm(directory, { recursive: true })
})

async function open(name: string): Promise<MigratableMetadata> {
  const metadata = await sqlite({ file: join(directory, name) }).open()
  opened.push(metadata)
  return metadata
}

function withSource(
  metadata: MigratableMetadata,
  source: Partial<TransferSource>,
): MigratableMetadata {
  const { transfer } = metadata
  return { ...metadata, transfer: { ...transfer, source: { ...transfer.source, ...source } } }
}

function withTarget(
  metadata: MigratableMetadata,
  target: Partial<TransferTarget>,
): MigratableMetadata {
  const { transfer } = metadata
  return { ...metadata, transfer: { ...transfer, target: { ...transfer.target, ...target } } }
}

/** The call, again and again while writes are paused. */
async function retried<Result>(call: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (!isStowageError(error, 'unavailable')) throw error
    }
  }
}

/** Uploads, trashes and purges until it is ended. Resolves to what must be there, and what was refused. */
function load(metadata: MetadataStore) {
  const there = new Map<string, number>()
  const trashed = new Set<string>()
  let refused = 0
  let running = true
  async function lane(number: number): Promise<void> {
    for (let turn = 0; running; turn += 1) {
      try {
        const { id, seq } = await storedOne(metadata, { name: `${number} ${turn}` })
        there.set(id, seq)
        expect((await metadata.assets.get({ id }))?.name, 'what was written can be read').toBe(
          `${number} ${turn}`,
        )
        if (turn % 4 !== 0) continue
        await metadata.assets.setTrashed({ tenant, ids: [id], to: 'trash' })
        there.delete(id)
        trashed.add(id)
        await metadata.assets.purge({ tenant, ids: [id], doneWithin: 0 })
        trashed.delete(id)
      } catch (error) {
        if (!isStowageError(error, 'unavailable')) throw error
        refused += 1
      }
    }
  }
  const lanes = [0, 1, 2, 3].map(lane)
  return {
    async end() {
      running = false
      await Promise.all(lanes)
      return { there, trashed, refused }
    },
  }
}

describe('migrateMetadata', () => {
  it('refuses a database that is its own source, and leaves it as it was', async () => {
    const same = await open('from.db')
    await assert.rejects(migrateMetadata({ from, to: same }), {
      code: 'invalid_argument',
      message: 'The records are in this database already. Name another one.',
    })
    expect(await from.transfer.source.state()).toEqual({ phase: 'serving', id: null })
    expect(await from.transfer.target.progress()).toBeNull()
    await storedOne(from)
  })

  it('says how to empty a database that is not empty', async () => {
    await storedOne(to)
    await assert.rejects(migrateMetadata({ from, to }), /DROP SCHEMA stowage CASCADE/)
  })

  it('moves everything, and the store goes on in the new database', async () => {
    await writeVariety(from, 0)
    await stored(
      from,
      Array.from({ length: 700 }, () => newAsset()),
    )
    const before = await visibleRecords(from)
    const metadata = switchingMetadata({ from, to })
    const progress: MetadataProgress[] = []
    const onProgress = (step: MetadataProgress) => progress.push(step)
    const report = await migrateMetadata({ from, to, onProgress })
    expect(report).toMatchObject({ phase: 'moved', changes: 0 })
    expect(report.entries).toBeGreaterThan(1400)
    expect(report.pauseMs).toEqual(expect.any(Number))
    expect(progress.map(({ phase }) => phase)).toEqual(
      expect.arrayContaining(['copy', 'replay', 'moved']),
    )
    expect(await visibleRecords(metadata)).toEqual(before)
    expect(await visibleRecords(to)).toEqual(before)
    await storedOne(metadata)
    expect((await metadata.assets.listAll({ afterId: null, limit: 1000 })).length).toBe(
      before.assets.length + 1,
    )
    await refuses(storedOne(from), 'unavailable', { phase: 'moved' })
  })

  it('moves a store in use: nothing lost, nothing doubled, several processes, order kept', async () => {
    await stored(
      from,
      Array.from({ length: 300 }, () => newAsset()),
    )
    const other = switchingMetadata({ from: await open('from.db'), to: await open('to.db') })
    const loads = [load(switchingMetadata({ from, to })), load(other)]
    const report = await migrateMetadata({ from, to })
    const after = await storedOne(other)
    const [one, two] = await Promise.all(loads.map((each) => each.end()))
    expect(report.pauseMs).toEqual(expect.any(Number))
    const expected = new Map([...(one?.there ?? []), ...(two?.there ?? []), [after.id, after.seq]])
    const assets: { id: string; seq: number }[] = []
    for (let page = await to.assets.list(pageFrom(0)); page.assets.length > 0; ) {
      assets.push(...page.assets)
      expect(page.total).toBe(300 + expected.size)
      page = await to.assets.list(pageFrom(assets.length))
    }
    expect(assets.length).toBe(300 + expected.size)
    expect(new Set(assets.map(({ seq }) => seq)).size).toBe(assets.length)
    const seqs = new Map(assets.map(({ id, seq }) => [id, seq]))
    for (const [id, seq] of expected) expect(seqs.get(id)).toBe(seq)
    const trash = await to.assets.list({ ...pageFrom(0), trashed: true })
    const trashed = new Set([...(one?.trashed ?? []), ...(two?.trashed ?? [])])
    expect(new Set(trash.assets.map(({ id }) => id))).toEqual(trashed)
  })

  it('counts an upload ticket over the move as without one', async () => {
    const metadata = switchingMetadata({ from, to })
    const { id: ticket } = await metadata.tickets.create(
      newTicket({ tenant, files: 12, bytes: 1e6 }),
    )
    async function insert(): Promise<string> {
      const asset = newAsset()
      await retried(() => metadata.blobs.reserve([asset.blobKey], { lifetime: 60_000 }))
      const request = { tenant, assets: [asset], keyId: null, quota: null, ticket }
      return retried(() => metadata.assets.insert(request)).then(
        () => 'stored',
        ({ code }: { code: string }) => code,
      )
    }
    const inserts = [insert(), insert()]
    await Promise.all(inserts)
    const onProgress = () => void inserts.push(insert(), insert())
    await migrateMetadata({ from, to, onProgress })
    inserts.push(...Array.from({ length: 12 }, insert))
    const codes = await Promise.all(inserts)
    expect(inserts.length).toBeGreaterThan(14)
    expect(codes.filter((code) => code === 'stored')).toHaveLength(12)
    expect(new Set(codes)).toEqual(new Set(['stored', 'ticket_exhausted']))
    expect((await to.tickets.get(ticket))?.ticket).toMatchObject({ filesLeft: 0 })
    await metadata.tickets.revoke({ tenant, id: ticket })
    expect((await to.tickets.get(ticket))?.ticket.revokedAt).not.toBeNull()
    expect((await from.tickets.get(ticket))?.ticket.revokedAt).toBeNull()
  })

  it('goes on where it was interrupted, at every step', async () => {
    await writeVariety(from, 0)
    await stored(
      from,
      Array.from({ length: 1200 }, () => newAsset()),
    )
    const before = await visibleRecords(from)
    let calls = 0
    for (let fatal = 1; ; fatal += 1) {
      calls = 0
      const count = async <Result>(call: () => Promise<Result>): Promise<Result> => {
        calls += 1
        if (calls === fatal) throw new Error('killed before')
        const result = await call()
        calls += 1
        if (calls === fatal) throw new Error('killed after')
        return result
      }
      const source = from.transfer.source
      const target = to.transfer.target
      const migration = migrateMetadata({
        from: withSource(from, {
          pauseWrites: (millis) => count(() => source.pauseWrites(millis)),
          handOver: () => count(() => source.handOver()),
          // A killed process resumes nothing.
          resumeWrites: async () => {},
        }),
        to: withTarget(
          { ...to, leases: { ...to.leases, acquire: async () => true } },
          {
            receive: (request) => count(() => target.receive(request)),
          },
        ),
        pauseMs: 50,
      })
      const outcome = await migration.then(
        () => 'moved',
        (error) => String(error),
      )
      if (outcome === 'moved') break
      expect(outcome).toContain('killed')
      expect(fatal).toBeLessThan(30)
    }
    // The last run does nothing but the switch: pause, the last changes, hand over; each counts before and after.
    expect(calls).toBeLessThanOrEqual(6)
    expect(await visibleRecords(to)).toEqual(before)
  })

  it('does not copy again what an interrupted run has copied', async () => {
    await stored(
      from,
      Array.from({ length: 1200 }, () => newAsset()),
    )
    const controller = new AbortController()
    const onProgress = ({ entries }: MetadataProgress) => {
      if (entries >= 1000) controller.abort(new Error('enough'))
    }
    const first = migrateMetadata({ from, to, signal: controller.signal, onProgress })
    await expect(first).rejects.toThrow('enough')
    await storedOne(from)
    const { entries } = await migrateMetadata({ from, to })
    expect(entries).toBeLessThan(1500)
    expect((await to.assets.listAll({ afterId: null, limit: 1000 })).length).toBe(1000)
    expect((await to.assets.list(pageFrom(0))).total).toBe(1201)
  })

  it('tries the switch again when the last changes took longer than the pause, and reports no longer one', async () => {
    await storedOne(from)
    let attempts = 0
    const slow = withSource(from, {
      async handOver() {
        attempts += 1
        if (attempts === 1) await setTimeout(2100)
        if (attempts < 3) await from.transfer.source.resumeWrites()
        return from.transfer.source.handOver()
      },
    })
    expect(await migrateMetadata({ from: slow, to, pauseMs: 2000 })).toMatchObject({
      phase: 'moved',
      pauseMs: 2000,
    })
    expect(attempts).toBe(3)
  })

  it('gives writes free again when it fails in the middle of the switch', async () => {
    await storedOne(from)
    const broken = withSource(from, { handOver: () => Promise.reject(new Error('broken')) })
    await expect(migrateMetadata({ from: broken, to })).rejects.toThrow('broken')
    await storedOne(from)
    await migrateMetadata({ from, to })
    expect((await to.assets.list(pageFrom(0))).total).toBe(2)
  })

  it.each(['copy', 'replay', 'switch'])(
    'fails when it is given up during the %s, and the store goes on where it was',
    async (step) => {
      await storedOne(from)
      const other = await open('from.db')
      const source = from.transfer.source
      const target = to.transfer.target
      let pages = 0
      const given = withSource(from, {
        async changes(query) {
          if (step === 'replay') await stopMigration(other)
          return source.changes(query)
        },
        async handOver() {
          if (step === 'switch') await stopMigration(other)
          return source.handOver()
        },
      })
      const taken = withTarget(to, {
        async receive(request) {
          pages += 1
          if (pages === 1 && step === 'copy') await stopMigration(other)
          await target.receive(request)
        },
      })
      await refuses(migrateMetadata({ from: given, to: taken }), 'invalid_argument')
      await storedOne(from)
      expect(await other.transfer.source.state()).toEqual({ phase: 'serving', id: null })
      // A new migration needs an empty database.
      await refuses(migrateMetadata({ from, to }), 'invalid_argument')
      await stopMigration(from)
      await migrateMetadata({ from, to: await open('another.db') })
    },
  )

  it('hands nothing over for another recording than its own', async () => {
    await storedOne(from)
    const source = from.transfer.source
    const broken = withSource(from, {
      async pauseWrites(millis) {
        await source.stop()
        await source.record()
        await source.pauseWrites(millis)
      },
    })
    await refuses(migrateMetadata({ from: broken, to }), 'invalid_argument')
    await storedOne(from)
  })

  it('says that it is done when it is called once more, and refuses another database', async () => {
    await storedOne(from)
    await migrateMetadata({ from, to })
    expect(await migrateMetadata({ from, to })).toMatchObject({ pauseMs: null, entries: 0 })
    const another = createMemoryMetadata()
    await storedOne(another)
    await refuses(migrateMetadata({ from: another, to }), 'invalid_argument')
    const wrong = switchingMetadata({ from, to: createMemoryMetadata() })
    await refuses(wrong.assets.list(pageFrom(0)), 'unavailable')
    await refuses(storedOne(wrong), 'unavailable')
  })
})

function pageFrom(offset: number) {
  return { tenant, trashed: false, from: { offset }, limit: 1000 }
}

/** What plain JavaScript may pass: records that cannot move. */
function fixedMetadata(): MigratableMetadata {
  const { transfer: _transfer, ...fixed } = createMemoryMetadata()
  return fixed as MigratableMetadata
}

describe('stopMigration', () => {
  it('does nothing without a migration, and is refused once the records have moved', async () => {
    await stopMigration(from)
    await storedOne(from)
    await migrateMetadata({ from, to })
    await refuses(stopMigration(from), 'invalid_argument')
  })

  it('is for the ports of a store that moves, too', async () => {
    const metadata = switchingMetadata({ from, to })
    await from.transfer.source.record()
    await stopMigration(metadata)
    expect((await from.transfer.source.state()).phase).toBe('serving')
  })

  it('refuses a database that cannot be left', async () => {
    const fixed = fixedMetadata()
    await refuses(stopMigration(fixed), 'invalid_argument', { argument: 'from' })
  })
})

describe('switchingMetadata', () => {
  it('refuses databases that cannot be left or filled', () => {
    const fixed = fixedMetadata()
    for (const [move, argument] of [
      [{ from: fixed, to }, 'from'],
      [{ from, to: fixed }, 'to'],
    ] as const) {
      expect(() => switchingMetadata(move)).toThrow(
        expect.objectContaining({ code: 'invalid_argument', context: { argument } }),
      )
    }
  })

  it('closes both', async () => {
    await switchingMetadata({ from, to }).close()
    for (const metadata of [from, to]) await refuses(metadata.apiKeys.get('a'), 'closed')
  })
})
