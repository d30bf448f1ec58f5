import { describe, expect, it } from 'vitest'
import { creatorPart, isInScope } from '../../model/asset-scope.ts'
import { newAsset } from '../../testing/metadata-store/fixture.ts'
import { CREATOR_PAGE_SQL, listAssets, PAGE_SQL } from '../assets/asset-reads.ts'
import { databaseFile, rawConnection, testedEngines } from '../connection/engines.fixture.ts'
import { type SqliteClient, statementsOf } from '../engine/client.ts'
import { migrate } from '../schema/migrations.ts'
import { createBatchRunner } from '../writer/batch.ts'
import type { Operation } from '../writer/operation.ts'
import { applyCountChanges, countOf, LIVE, locate, TRASH, WHOLE } from './count-tree.ts'

const tenant = 'default'

/** An asset and its place in a list. */
interface Placed {
  readonly id: string
  readonly seq: number
  readonly createdBy: string | null
}

const creators = ['ann', 'bob', null]

/** Numbers from 0 to 1, the same in every run. https://en.wikipedia.org/wiki/Linear_congruential_generator */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32
    return state / 2 ** 32
  }
}

describe.each(testedEngines)('the count tree on %s', (engine) => {
  async function migrated(): Promise<SqliteClient> {
    const client = rawConnection(engine, await databaseFile())
    migrate(client)
    return client
  }

  it('finds every page that a plain list would, over thousands of inserts, moves and purges', async () => {
    const client = await migrated()
    const sql = statementsOf(client)
    const runBatch = createBatchRunner(client)
    const random = seededRandom(7)
    const live = new Map<string, Placed>()
    const trash = new Map<string, Placed>()

    function run(...operations: Operation[]): readonly unknown[] {
      return runBatch(operations).map((outcome) => {
        if ('error' in outcome) throw new Error(outcome.error.message)
        return outcome.value
      })
    }
    /** Up to `count` ids from a random position on, so that whole blocks empty. */
    function pick(from: Map<string, Placed>, count: number): string[] {
      const start = Math.floor(random() * from.size)
      return [...from.keys()].slice(start, start + count)
    }
    function transfer(ids: readonly string[], from: Map<string, Placed>, to: Map<string, Placed>) {
      for (const id of ids) {
        const asset = from.get(id)
        if (asset !== undefined) to.set(id, asset)
        from.delete(id)
      }
    }
    function check(): void {
      for (const [list, model] of [
        [LIVE, live],
        [TRASH, trash],
      ] as const) {
        const all = [...model.values()].sort((a, b) => b.seq - a.seq)
        for (const scope of [null, ...creators.map((createdBy) => ({ createdBy }))]) {
          const newestFirst = all.filter((placed) => isInScope(placed, scope))
          for (const share of [0, random(), random(), 0.999, 1]) {
            const offset = Math.floor(share * newestFirst.length)
            const query = { tenant, scope, trashed: list === TRASH, from: { offset }, limit: 30 }
            const page = listAssets(sql, query)
            expect(page.total).toBe(newestFirst.length)
            expect(page.assets.map(({ seq }) => seq)).toEqual(
              newestFirst.slice(offset, offset + 30).map(({ seq }) => seq),
            )
          }
        }
      }
    }

    for (let round = 0; round < 60; round += 1) {
      const assets = Array.from({ length: Math.ceil(random() * 200) }, () =>
        newAsset({ createdBy: creators[Math.floor(random() * 3)] ?? null }),
      )
      const keys = assets.map(({ blobKey }) => blobKey)
      const [, firstSeq] = run(
        { verb: 'reserve', request: { keys, lifetime: 9000 } },
        { verb: 'insert', request: { tenant, assets, keyId: null, quota: null } },
      )
      for (const [index, { id, createdBy }] of assets.entries())
        live.set(id, { id, createdBy, seq: Number(firstSeq) + index })
      const trashed = pick(live, Math.floor(random() * 400))
      const restored = pick(trash, Math.floor(random() * 200))
      run(
        { verb: 'setTrashed', request: { tenant, ids: trashed, to: 'trash' } },
        { verb: 'setTrashed', request: { tenant, ids: restored, to: 'active' } },
      )
      transfer(trashed, live, trash)
      transfer(restored, trash, live)
      const purged = pick(trash, Math.floor(random() * 300))
      run({ verb: 'purge', request: { tenant, ids: purged, doneWithin: 0 } })
      transfer(purged, trash, new Map())
      check()
    }

    expect(sql('SELECT 1 FROM counts WHERE n = 0').all()).toEqual([])
    for (const [list, { size }] of [live, trash].entries()) {
      for (let level = 0; level <= 2; level += 1) {
        const sum = sql<{ n: number | null }>(
          "SELECT sum(n) AS n FROM counts WHERE part = '' AND list = ? AND level = ?",
        ).get(list, level)
        expect(sum?.n ?? 0).toBe(size)
      }
    }
  })

  it('counts insertion numbers beyond 32 bits', async () => {
    const sql = statementsOf(await migrated())
    const seqs = [1, 2 ** 31, 2 ** 32 + 5, 2 ** 40 - 1]
    const add = (by: 1 | -1, ...changed: number[]) =>
      applyCountChanges(
        sql,
        changed.map((seq) => ({ tenantId: 1, createdBy: 'ann', list: LIVE, seq, by })),
      )
    const list = { tenantId: 1, part: WHOLE, list: LIVE } as const
    const own = { ...list, part: creatorPart('ann') }
    add(1, ...seqs)
    expect([countOf(sql, list), countOf(sql, own)]).toEqual([4, 4])
    const found = seqs.map((_, offset) => locate(sql, list, offset))
    expect(found).toEqual(
      seqs.toReversed().map((seq) => ({ belowSeq: (Math.floor(seq / 256) + 1) * 256, skip: 0 })),
    )
    expect(locate(sql, own, 3)).toEqual({ belowSeq: 2 ** 14, skip: 0 })
    expect(locate(sql, list, 4)).toBeNull()
    expect(locate(sql, own, 4)).toBeNull()
    add(-1, ...seqs)
    expect(sql('SELECT 1 FROM counts').all()).toEqual([])
  })

  it('reads a page from the partial index of its list, and sorts nothing', async () => {
    const client = await migrated()
    for (const [list, index] of [
      [LIVE, 'assets_live'],
      [TRASH, 'assets_trash'],
    ] as const) {
      const plan = client.prepare(`EXPLAIN QUERY PLAN ${PAGE_SQL[list]}`).all(1, 1000, 24, 0)
      const details = (plan as { detail: string }[]).map(({ detail }) => detail)
      expect(details).toContain(`SEARCH a USING INDEX ${index} (tenant_id=? AND seq<?)`)
      expect(details.join()).not.toMatch(/SCAN|TEMP B-TREE/)
    }
  })

  it('reads a page of a creator, or of none, from the partial index of its list', async () => {
    const client = await migrated()
    for (const [list, index] of [
      [LIVE, 'assets_creator_live'],
      [TRASH, 'assets_creator_trash'],
    ] as const) {
      for (const createdBy of ['ann', null]) {
        const values = { tenantId: 1, createdBy, belowSeq: 1000, limit: 24, skip: 0 }
        const plan = client.prepare(`EXPLAIN QUERY PLAN ${CREATOR_PAGE_SQL[list]}`).all(values)
        const details = (plan as { detail: string }[]).map(({ detail }) => detail)
        const by = '(tenant_id=? AND created_by=? AND seq<?)'
        expect(details).toContain(`SEARCH a USING INDEX ${index} ${by}`)
        expect(details).toContain(`SEARCH assets USING INDEX ${index} ${by}`)
        expect(details.join()).not.toMatch(/SCAN a|TEMP B-TREE/)
      }
    }
  })
})
