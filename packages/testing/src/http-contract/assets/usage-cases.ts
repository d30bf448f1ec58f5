import assert from 'node:assert/strict'
import type { UsageResource } from '@stowage/api'
import type { ContractCase } from '../../contract/contract.ts'
import type { HttpFixture } from '../../http/http-fixture.ts'
import { clientOf, type HttpClient } from '../http-client.ts'

async function usageOf(client: HttpClient): Promise<UsageResource> {
  const answer = await client.send('GET', '/usage')
  return client.document<{ data: UsageResource }>(answer, 200, 'UsageDocument').data
}

/** What a tenant has stored. */
export const usageCases: readonly ContractCase<HttpFixture>[] = [
  {
    name: 'usage counts assets and bytes, in all and of each type, active and in the trash',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { id, attributes: before } = await usageOf(client)
      assert.notEqual(id, '')
      const asset = await client.upload('12345', 'five.txt')
      const { attributes: stored } = await usageOf(client)
      assert.deepEqual([stored.assets, stored.bytes], [before.assets + 1, before.bytes + 5])
      assert.equal(stored.by_type?.document.assets, (before.by_type?.document.assets ?? 0) + 1)
      await client.change('bulk-trash', [asset.id])
      const { attributes: trashed } = await usageOf(client)
      assert.deepEqual(
        [trashed.assets, trashed.bytes, trashed.trashed_assets, trashed.trashed_bytes],
        [before.assets, before.bytes, before.trashed_assets + 1, before.trashed_bytes + 5],
      )
      assert.deepEqual(trashed.by_type, before.by_type)
      await client.change('bulk-permanent', [asset.id])
      assert.deepEqual((await usageOf(client)).attributes, before)
    },
  },
]
