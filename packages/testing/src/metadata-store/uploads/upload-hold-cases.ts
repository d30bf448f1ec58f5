import assert from 'node:assert/strict'
import type { ContractCase } from '../../contract/contract.ts'
import { refuses, twoStores } from '../fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'
import { advance, fullUpload, hold, insertUpload, LEASE, newUpload } from './upload-fixture.ts'

const tenant = 'default'

/** What `MetadataStore.uploads` promises of who may write. */
export const uploadHoldCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'uploads: an upload has one holder, which is asked to let go by the next',
    async run({ metadata }) {
      const { id } = await metadata.uploads.create(newUpload())
      const first = await hold(metadata, { id })
      const renew = () => metadata.uploads.renew({ holds: [first], lease: LEASE })
      assert.deepEqual(await renew(), { held: [id], asked: [] })
      assert.equal(await metadata.uploads.hold({ tenant, id, lease: LEASE }), null)
      assert.deepEqual(await renew(), { held: [id], asked: [id] })
      await advance(metadata, first, [0, 10])
      await metadata.uploads.release({ holds: [first] })
      const second = await hold(metadata, { id })
      assert.equal(second.fence, first.fence + 1)
      assert.deepEqual(await renew(), { held: [], asked: [] })
      const own = await metadata.uploads.renew({ holds: [second], lease: LEASE })
      assert.deepEqual(own, { held: [id], asked: [] })
    },
  },
  {
    name: 'uploads: of many that hold an upload at once, one gets it',
    async run(fixture) {
      const [one, other] = await twoStores(fixture)
      const { id } = await one.uploads.create(newUpload())
      const request = { tenant, id, lease: LEASE }
      const stores = Array.from({ length: 16 }, (_, n) => (n % 2 === 0 ? one : other))
      const held = await Promise.all(stores.map(({ uploads }) => uploads.hold(request)))
      assert.equal(held.filter((each) => each !== null).length, 1)
    },
  },
  {
    name: 'uploads: a holder that was suspended can neither advance, finish, refuse nor release',
    async run({ metadata, clock }) {
      const { id } = await metadata.uploads.create(newUpload())
      const slept = await hold(metadata, { id })
      await advance(metadata, slept, [0, 10])
      clock.set(9)
      assert.equal(await metadata.uploads.hold({ tenant, id, lease: LEASE }), null)
      clock.set(11)
      const awake = await hold(metadata, { id })
      await refuses(advance(metadata, slept, [10, 20]), 'upload_locked')
      await metadata.uploads.release({ holds: [slept] })
      assert.equal(await metadata.uploads.hold({ tenant, id, lease: LEASE }), null)
      await advance(metadata, awake, [10, 1000], { isFull: true })
      await refuses(insertUpload(metadata, slept), 'upload_locked')
      const refusal = { code: 'file_rejected', message: 'No.', context: {} } as const
      const as = { state: 'refused', fence: slept.fence, refusal } as const
      assert.equal(await metadata.uploads.end({ tenant, id, as }), null)
      await insertUpload(metadata, awake)
    },
  },
  {
    name: 'uploads: a lease that is renewed does not end',
    async run({ metadata, clock }) {
      const { id } = await metadata.uploads.create(newUpload())
      const held = await hold(metadata, { id })
      for (const seconds of [4, 8, 12, 16, 20]) {
        clock.set(seconds)
        await metadata.uploads.renew({ holds: [held], lease: LEASE })
      }
      clock.set(25)
      assert.equal(await metadata.uploads.hold({ tenant, id, lease: LEASE }), null)
    },
  },
  {
    name: 'uploads: two inserts of one upload store one asset',
    async run(fixture) {
      const [one, other] = await twoStores(fixture)
      const held = await fullUpload(one)
      const inserts = [one, other, one, other].map((store) => insertUpload(store, held))
      const results = await Promise.allSettled(inserts)
      assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
      assert.equal((await one.assets.usage(tenant)).assets, 1)
    },
  },
  {
    name: 'uploads: expiry and a hold at the same moment: one of them wins',
    async run(fixture) {
      const [one, other] = await twoStores(fixture)
      const { id } = await one.uploads.create(newUpload({ lifetime: 1000 }))
      fixture.clock.set(2)
      const [held, ended] = await Promise.allSettled([
        one.uploads.hold({ tenant, id, lease: LEASE }),
        other.uploads.end({ tenant, id, as: { state: 'expired' } }),
      ])
      const isHeld = held.status === 'fulfilled' && held.value !== null
      const isEnded = ended.status === 'fulfilled' && ended.value !== null
      assert.equal(isHeld, !isEnded)
    },
  },
]
