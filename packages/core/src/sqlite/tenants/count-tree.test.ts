import { newAsset, newVariant } from '@stowage/testing'
import { newFolder } from '@stowage/testing/internal'
import { forSeeds } from '@stowage/testing/seeds'
import { describe, expect, it } from 'vitest'
import type { AssetType } from '../../assets/asset.ts'
import { creatorPart, isInScope } from '../../assets/asset-scope.ts'
import { counterKeysOf } from '../../usage/asset-parts.ts'
import { countChange } from '../../usage/count-changes.ts'
import { CREATOR_PAGE_SQL, listAssets, PAGE_SQL } from '../assets/asset-reads.ts'
import type { InsertedRows } from '../assets/asset-writes.ts'
import { databaseFile, rawConnection, testedDrivers } from '../connection/drivers.fixture.ts'
import { type SqliteClient, statementsOf } from '../driver/client.ts'
import { migrate } from '../schema/migrations.ts'
import { createBatchRunner } from '../writer/batch.ts'
import type { Operation } from '../writer/operation.ts'
import {
  applyCountChanges,
  countOf,
  LIVE,
  type ListNumber,
  locate,
  TRASH,
  usageOf,
  WHOLE_TENANT,
} from './count-tree.ts'
import { tenantUsage } from './tenants.ts'

const tenant = 'default'

/** An asset and its place in a list. */
interface Placed {
  readonly id: string
  readonly seq: number
  readonly createdBy: string | null
  readonly type: AssetType
  folderId: string | null
  bytes: number
}

const creators = ['ann', 'bob', null]
const types: readonly AssetType[] = ['image', 'video', 'other']
const folders = ['f1', 'f2', null]

/** What is in each part. Written out, so that no part is left out of both. */
const parts: readonly [string, (asset: Placed) => boolean][] = [
  ['', () => true],
  ['by:ann', ({ createdBy }) => createdBy === 'ann'],
  ['by:bob', ({ createdBy }) => createdBy === 'bob'],
  ['by:', ({ createdBy }) => createdBy === null],
  ['type:image', ({ type }) => type === 'image'],
  ['type:video', ({ type }) => type === 'video'],
  ['type:other', ({ type }) => type === 'other'],
  ['in:f1', ({ folderId }) => folderId === 'f1'],
  ['in:f2', ({ folderId }) => folderId === 'f2'],
]

describe.each(testedDrivers)('the count tree on %s', (driver) => {
  async function migrated(): Promise<SqliteClient> {
    const client = rawConnection(driver, await databaseFile())
    migrate(client)
    return client
  }

  const walks = forSeeds('finds every page that a plain list would', 2, async (random) => {
    const client = await migrated()
    const sql = statementsOf(client)
    const runBatch = createBatchRunner(client)
    const live = new Map<string, Placed>()
    const trash = new Map<string, Placed>()

    function run(...operations: Operation[]): readonly unknown[] {
      return runBatch(operations).map((outcome) => {
        if ('error' in outcome) throw new Error(outcome.error.message)
        return outcome.value
      })
    }
    for (const id of ['f1', 'f2']) run({ verb: 'createFolder', request: newFolder({ id }) })

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
    function one<Item>(of: readonly Item[]): Item {
      return of[Math.floor(random() * of.length)] as Item
    }
    /** Moves one, and gives the other a variant; every other one loses it in the same commit. */
    function change(moved: Placed, grown: Placed): void {
      const variant = newVariant({ size: Math.floor(random() * 1000) })
      const { blobKey } = variant
      const folderId = one(folders)
      const drops = random() < 0.5
      run(
        { verb: 'reserve', request: { keys: [blobKey], lifetime: 9000 } },
        { verb: 'update', request: { tenant, id: moved.id, changes: { folderId } } },
        {
          verb: 'addVariants',
          request: { tenant, id: grown.id, variants: [{ ...variant, name: blobKey }], failed: [] },
        },
        ...(drops
          ? [
              {
                verb: 'removeVariants' as const,
                request: { tenant, id: grown.id, blobKeys: [blobKey] },
              },
            ]
          : []),
      )
      moved.folderId = folderId
      if (!drops) grown.bytes += variant.size
    }
    /** Each part has what a walk over all assets finds in it, and finds them where the walk does. */
    function checkParts(number: ListNumber, newestFirst: readonly Placed[]): void {
      for (const [part, has] of parts) {
        const own = newestFirst.filter(has)
        const list = { tenantId: 1, part, list: number }
        const bytes = own.reduce((sum, asset) => sum + asset.bytes, 0)
        expect([part, usageOf(sql, list)]).toEqual([part, { assets: own.length, bytes }])
        expect(locate(sql, list, own.length)).toBeNull()
        if (own.length === 0) continue
        const offset = Math.floor(random() * own.length)
        const { belowSeq, skip } = locate(sql, list, offset) ?? expect.fail('not found')
        expect(own.filter(({ seq }) => seq < belowSeq)[skip]).toBe(own[offset])
      }
    }
    function check(): void {
      for (const [list, model] of [
        [LIVE, live],
        [TRASH, trash],
      ] as const) {
        const all = [...model.values()].sort((a, b) => b.seq - a.seq)
        checkParts(list, all)
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

    for (let round = 0; round < 30; round += 1) {
      const assets = Array.from({ length: Math.ceil(random() * 200) }, () =>
        newAsset({
          createdBy: one(creators),
          type: one(types),
          folderId: one(folders),
          size: Math.floor(random() * 1000),
        }),
      )
      const keys = assets.map(({ blobKey }) => blobKey)
      const [, inserted] = run(
        { verb: 'reserve', request: { keys, lifetime: 9000 } },
        { verb: 'insert', request: { tenant, assets, keyId: null, quota: null } },
      )
      for (const [index, { id, createdBy, type, folderId, size: bytes }] of assets.entries()) {
        const seq = (inserted as InsertedRows).firstSeq + index
        live.set(id, { id, createdBy, type, folderId, bytes, seq })
      }
      change(one([...live.values()]), one([...live.values()]))
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
    const bytes = [...live.values(), ...trash.values()].reduce((sum, each) => sum + each.bytes, 0)
    expect(tenantUsage(sql, tenant)).toEqual({ assets: live.size + trash.size, bytes })
    expect(sql('SELECT 1 FROM counts WHERE part = ? AND level < 2 AND bytes <> 0').all('')).toEqual(
      [],
    )
  })
  for (const { name, run } of walks) it(`${name}, over many inserts, moves and purges`, () => run())

  it('counts insertion numbers beyond 32 bits', async () => {
    const sql = statementsOf(await migrated())
    const seqs = [1, 2 ** 31, 2 ** 32 + 5, 2 ** 40 - 1]
    const add = (by: 1 | -1, ...changed: number[]) =>
      applyCountChanges(
        sql,
        changed.map((seq) => countChange(asset, { tenantId: 1, list: LIVE, seq, by })),
      )
    const asset = newAsset({ createdBy: 'ann', folderId: 'f', size: 2 ** 40 })
    const list = { tenantId: 1, part: WHOLE_TENANT, list: LIVE } as const
    const own = { ...list, part: creatorPart('ann') }
    add(1, ...seqs)
    for (const part of [WHOLE_TENANT, ...counterKeysOf(asset)]) {
      expect(countOf(sql, { ...list, part })).toBe(4)
      expect(usageOf(sql, { ...list, part })).toEqual({ assets: 4, bytes: 2 ** 42 })
    }
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
