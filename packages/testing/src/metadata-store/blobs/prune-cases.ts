import assert from 'node:assert/strict'
import type { ContractCase } from '../../contract/contract.ts'
import { HOUR, newAsset, purged, refuses, stored, storedOne } from '../fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'

const tenant = 'default'

/** What `pruneExpired` forgets. */
export const pruneCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'pruneExpired forgets what was purged longer ago',
    async run({ metadata, clock }) {
      const early = await storedOne(metadata)
      const late = await storedOne(metadata)
      clock.set(10)
      await purged(metadata, [early])
      clock.set(20)
      await purged(metadata, [late])
      clock.set(30)
      assert.equal(await metadata.sweeps.pruneExpired({ purgedFor: 10_000, limit: 9 }), false)
      const purge = (id: string) => metadata.assets.purge({ tenant, ids: [id], doneWithin: HOUR })
      assert.deepEqual((await purge(late.id)).assets, [])
      await refuses(purge(early.id), 'asset_not_found')
    },
  },
  {
    name: 'pruneExpired forgets idempotency records and leases that have expired, and no others',
    async run({ metadata, clock }) {
      const mark = async (key: string, lifetime: number) => {
        const asset = newAsset()
        await metadata.blobs.reserve([asset.blobKey], { lifetime: HOUR })
        const once = { key, digest: 'd', lifetime }
        return metadata.assets.insert({
          tenant,
          assets: [asset],
          keyId: null,
          quota: null,
          idempotency: once,
        })
      }
      const lease = (name: string, holder: string, duration: number) =>
        metadata.leases.acquire({ name, holder, duration })
      await mark('old', 50_000)
      await mark('young', 51_000)
      await lease('old', 'a', 50_000)
      await lease('young', 'a', 51_000)
      clock.set(50)
      await metadata.sweeps.pruneExpired({ purgedFor: 0, limit: 9 })
      // A clock that lags behind, by which none of them has expired.
      clock.set(0)
      await mark('old', 60_000)
      assert.notEqual((await mark('young', 60_000)).replayOf, null)
      assert.equal(await lease('old', 'b', 60_000), true)
      assert.equal(await lease('young', 'b', 60_000), false)
    },
  },
  {
    name: 'pruneExpired forgets at most the limit of each kind, and says whether there may be more',
    async run({ metadata, clock }) {
      const assets = await stored(
        metadata,
        Array.from({ length: 5 }, () => newAsset()),
      )
      await purged(metadata, assets)
      clock.set(10)
      const prune = () => metadata.sweeps.pruneExpired({ purgedFor: 1000, limit: 2 })
      const remembered = async () => {
        const known = await Promise.all(
          assets.map(({ id }) =>
            metadata.assets.purge({ tenant, ids: [id], doneWithin: HOUR }).then(
              () => true,
              () => false,
            ),
          ),
        )
        return known.filter((is) => is).length
      }
      assert.equal(await prune(), true)
      assert.equal(await remembered(), 3)
      assert.equal(await prune(), true)
      assert.equal(await prune(), false)
      assert.equal(await remembered(), 0)
    },
  },
]
