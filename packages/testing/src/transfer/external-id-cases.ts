import assert from 'node:assert/strict'
import type { Asset } from '@stowage/core'
import type { MigratableMetadata } from '@stowage/core/internal'
import type { ContractCase } from '../contract/contract.ts'
import { newAsset, purged, storedOne } from '../metadata-store/fixture.ts'
import { allEntries, replay, transferred, visibleRecords } from './fixture.ts'
import type { TransferFixture } from './transfer-fixture.ts'

const tenant = 'default'
const externalId = 'legacy-1'

async function assertSame(from: MigratableMetadata, to: MigratableMetadata): Promise<void> {
  assert.deepEqual(await visibleRecords(to), await visibleRecords(from))
}

async function holderIn({ assets }: MigratableMetadata): Promise<string | undefined> {
  return (await assets.get({ tenant, externalId }))?.id
}

async function named({ assets }: MigratableMetadata, { id }: Asset, name: string): Promise<void> {
  await assets.update({ tenant, id, changes: { name } })
}

/** External ids that pass from one asset to another while the records move. */
export const transferExternalIdCases: readonly ContractCase<TransferFixture>[] = [
  {
    name: 'changes: an external id that an asset left to another, which comes before it or after it',
    async run({ from, to }) {
      const first = await storedOne(from, { externalId, size: 700 })
      const others = [await storedOne(from, { externalId }, 'other'), await storedOne(from)]
      await transferred(from, to, async () => {
        await purged(from, [first])
        const second = await storedOne(from, { externalId, size: 50 })
        await purged(from, [second])
        const third = await storedOne(from, { externalId })
        // Recorded after the third one.
        await from.sweeps.pruneExpired({ purgedFor: -1000, limit: 9 })
        await named(from, third, 'third')
      })
      await assertSame(from, to)
      assert.equal(await holderIn(to), await holderIn(from))
      assert.equal((await to.assets.get({ id: others[0]?.id ?? '' }))?.externalId, externalId)
    },
  },
  {
    name: 'entries: a page with an asset whose external id an earlier page has with another',
    async run({ from, to }) {
      // Pages list assets in the order of their ids.
      const [a, b] = [newAsset(), newAsset()].sort((x, y) => (x.id < y.id ? -1 : 1))
      assert.ok(a && b)
      const before = await storedOne(from, { ...a, externalId })
      const id = await from.transfer.source.record()
      const early = await allEntries(from.transfer.source)
      await purged(from, [before])
      await storedOne(from, { ...b, externalId })
      const late = await allEntries(from.transfer.source)
      const { target } = to.transfer
      await target.receive({ progress: { id, cursor: '1' }, entries: early })
      await target.receive({ progress: { id, cursor: '2' }, entries: late })
      await replay(from, to)
      await assertSame(from, to)
      // Both at once, and the newer ones first, as a restarted run may send them.
      await target.receive({ progress: { id, cursor: '3' }, entries: [...early, ...late] })
      await target.receive({ progress: { id, cursor: '4' }, entries: [...late, ...early] })
      await replay(from, to)
      await assertSame(from, to)
    },
  },
  {
    name: 'changes: the holder of an external id that was freed comes again with its own changes',
    async run({ from, to }) {
      const first = await storedOne(from, { externalId })
      await transferred(from, to)
      await purged(from, [first])
      const second = await storedOne(from, { externalId })
      const { entries } = await from.transfer.source.changes({ after: 0, limit: 100 })
      const id = await from.transfer.source.record()
      // First only the asset that has it now, then the later state of the one before.
      const [now, before] = [second, first].map((asset) =>
        entries.filter(({ kind, key }) => kind === 'asset' && key === asset.id),
      )
      assert.ok(now?.length === 1 && before?.length === 1)
      const receive = (some: typeof entries) =>
        to.transfer.target.receive({ progress: { id, cursor: 'x' }, entries: some })
      await receive(now)
      assert.equal(await holderIn(to), second.id)
      assert.equal((await to.assets.usage(tenant)).assets, 1)
      await receive(before)
      await receive(entries)
      await assertSame(from, to)
    },
  },
]
