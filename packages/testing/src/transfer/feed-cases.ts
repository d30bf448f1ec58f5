import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import type { MigratableMetadata } from '@stowage/core/internal'
import type { ContractCase } from '../contract/contract.ts'
import { HOUR, newAsset } from '../metadata-store/fixture.ts'
import { newJob } from '../metadata-store/jobs/job-fixture.ts'
import { transferred } from './fixture.ts'
import type { TransferFixture } from './transfer-fixture.ts'

const record = { actor: null, audit: false, events: true }

async function uploaded(metadata: MigratableMetadata, tenant: string): Promise<void> {
  const asset = newAsset()
  await metadata.blobs.reserve([asset.blobKey], { lifetime: HOUR })
  await metadata.assets.insert({ tenant, assets: [asset], keyId: null, quota: null, record })
}

/** The ids of the feed after an event, or all, once there are so many: other transactions may hold some back. */
async function idsAfter(
  { events }: MigratableMetadata,
  { tenant, id, count }: { tenant: string | null; id: string | null; count: number },
): Promise<readonly string[]> {
  while (true) {
    const from = id === null ? null : await events.find({ tenant, id })
    assert.ok(id === null || from !== null)
    const read = await events.since({ tenant, after: from?.position ?? null, limit: 1000 })
    if (read.events.length >= count) return read.events.map((event) => event.id)
    await setTimeout(20)
  }
}

/** What a move promises to those who read the change feed, and to those who run jobs. */
export const transferFeedCases: readonly ContractCase<TransferFixture>[] = [
  {
    name: 'readers of the change feed, of a tenant and of the whole store, go on after a move where they were',
    async run({ from, to }) {
      const tenants = ['default', 'other', 'default', 'third', 'other', 'default']
      for (const tenant of tenants) await uploaded(from, tenant)
      await transferred(from, to, async () => {
        for (const tenant of tenants) await uploaded(from, tenant)
      })
      for (const [tenant, count] of [[null, 12] as const, ['default', 6] as const]) {
        const before = await idsAfter(from, { tenant, id: null, count })
        assert.equal(before.length, count)
        await uploaded(to, 'default')
        const after = await idsAfter(to, { tenant, id: null, count: count + 1 })
        assert.deepEqual(after.slice(0, count), before)
        for (const [index, id] of before.entries()) {
          const left = after.slice(index + 1)
          assert.deepEqual(await idsAfter(to, { tenant, id, count: left.length }), left)
        }
      }
    },
  },
  {
    name: 'jobs that wait are run after a move in the order in which they were to be run',
    async run({ from, to }) {
      const jobs = (payloads: readonly unknown[]) => payloads.map((payload) => newJob({ payload }))
      await from.jobs.enqueue({ tenant: 'default', jobs: jobs(['a1', 'a2', 'a3', 'a4']) })
      await from.jobs.enqueue({ tenant: 'other', jobs: jobs(['b1', 'b2']) })
      await from.jobs.enqueue({ tenant: 'default', jobs: [newJob({ payload: 'a5', priority: 1 })] })
      await transferred(from, to)
      const claim = { kinds: [{ kind: 'a', limit: 9 }], limit: 9, lease: 1000 }
      const found = await to.jobs.claim(claim)
      const order = found.jobs.map(({ payload }) => String(payload))
      assert.equal(order[0], 'a5')
      assert.deepEqual(order.slice(1, 5).sort(), ['a1', 'a2', 'b1', 'b2'])
      assert.deepEqual(order.slice(5), ['a3', 'a4'])
    },
  },
]
