import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AssetStore } from '../../store/asset-store.ts'
import { openAssetStore } from '../../store/opening/open-asset-store.ts'
import type { VerifyReport } from './verify-report.ts'

let directory: string
let stores: AssetStore[]

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'stowage-'))
  stores = await Promise.all([openAssetStore({ directory }), openAssetStore({ directory })])
})
afterEach(async () => {
  await Promise.all(stores.map((store) => store.close()))
  await rm(directory, { recursive: true })
})

/** Six lanes that upload, abort, trash, purge and sweep, `turns` times in all. */
function createLoad(turns: number) {
  let turn = 0
  const lane = async (store: AssetStore) => {
    for (let mine = 0; turn < turns; mine += 1) {
      turn += 1
      const { id } = await store.upload(randomBytes(mine % 5 === 0 ? 300_000 : 500))
      const controller = new AbortController()
      const aborted = store.upload(randomBytes(500), { signal: controller.signal })
      controller.abort(new Error('enough'))
      await aborted.catch(() => {})
      if (mine % 2 === 0) continue
      await store.trash(id)
      await store.purge(id)
      await store.admin.sweep()
    }
  }
  const lanes = stores.flatMap((store) => [lane(store), lane(store), lane(store)])
  return { isRunning: () => turn < turns, end: () => Promise.all(lanes) }
}

describe('verify', () => {
  it('finds nothing wrong, and repairs nothing, in a sound store that two processes use', async () => {
    const [store] = stores as [AssetStore]
    const load = createLoad(200)
    const reports: VerifyReport[] = []
    while (load.isRunning()) {
      const run = reports.length
      reports.push(await store.admin.verify({ checksums: run % 2 === 0, repair: run % 3 === 0 }))
    }
    await load.end()
    reports.push(await store.admin.verify())
    for (const { problems } of reports) expect(problems).toEqual([])
    expect(reports.length).toBeGreaterThan(2)
    expect(reports.at(-1)?.records).toBeGreaterThan(0)
  })
})
