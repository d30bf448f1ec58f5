import assert from 'node:assert/strict'
import type { Asset } from '@stowage/core'
import { FILTER_MEMBERS } from '@stowage/core/internal'
import type { ContractCase } from '../../contract/contract.ts'
import { forSeeds } from '../../seeds/for-seeds.ts'
import type { Random } from '../../seeds/seeded-random.ts'
import { HOUR, stored } from '../fixture.ts'
import { folderIn } from '../folders/folder-fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'
import { askedValues } from './asked-values.ts'
import { assertFound, assertFoundAtOnce } from './find-oracle.ts'
import { randomAsset, randomName, randomOwnData, randomQuery } from './find-random.ts'

const tenant = 'default'

/** Changes some assets at random, in every way that affects where they are found. */
async function changeSome(
  { assets }: MetadataFixture['metadata'],
  random: Random,
  all: readonly Asset[],
  folders: readonly string[],
): Promise<void> {
  const some = () => all.filter(() => random() < 0.1)
  const idsOf = (of: readonly Asset[]) => of.map(({ id }) => id)
  for (const { id, extension } of some()) {
    const name = randomName(random, extension)
    const folderId = random() < 0.5 ? (folders[0] ?? null) : null
    const isFavourite = random() < 0.5
    const said = random() < 0.5 ? randomOwnData(random) : {}
    await assets.update({ tenant, id, changes: { name, folderId, isFavourite, ...said } })
  }
  await assets.setTrashed({ tenant, ids: idsOf(some()), to: 'trash' })
  await assets.setTrashed({ tenant, ids: idsOf(some()), to: 'active' })
  const now = await assets.listAll({ afterId: null, limit: 1000 })
  const movable = now.filter(
    (asset) => asset.tenant === tenant && asset.trashedAt === null && random() < 0.1,
  )
  await assets.move({ tenant, ids: idsOf(movable), folderId: folders[1] ?? null })
}

/** Each filter of the table alone. One in which the assets do not differ would be right by chance. */
const eachFilter = forSeeds(
  'list finds by each filter what a walk would: some assets, and not all',
  2,
  async (random, { metadata }: MetadataFixture) => {
    const { id } = await folderIn(metadata, null, 'one')
    const made = Array.from({ length: 60 }, () => randomAsset(random, [id]))
    // So rare that all others may lack it.
    await stored(metadata, [...made, { ...randomAsset(random, [id]), status: 'processing' }])
    const all = await metadata.assets.listAll({ afterId: null, limit: 1000 })
    for (const member of FILTER_MEMBERS) {
      let isSome = false
      for (const [index, asset] of all.entries()) {
        if (index >= 12 && isSome) break
        for (const value of askedValues(member, asset)) {
          const asked = { filter: { [member]: value }, sort: 'name', trashed: false } as const
          const count = await assertFoundAtOnce(metadata, all, asked)
          isSome ||= count > 0 && count < all.length
        }
      }
      assert.ok(isSome, `Let the assets of randomAsset differ in what the filter ${member} asks.`)
    }
  },
)

/** Lists with filters and sort orders, checked against a walk over all assets. */
export const findCases: readonly ContractCase<MetadataFixture>[] = [
  ...eachFilter,
  ...forSeeds(
    'list finds, counts, sorts and pages what a walk would, whatever is asked for and changed',
    2,
    async (random, { metadata }: MetadataFixture) => {
      const folders = [
        await folderIn(metadata, null, 'one'),
        await folderIn(metadata, null, 'two'),
      ].map(({ id }) => id)
      for (let batch = 0; batch < 2; batch += 1) {
        await stored(
          metadata,
          Array.from({ length: 80 }, () => randomAsset(random, folders)),
        )
      }
      await stored(metadata, [{ ...randomAsset(random, folders), folderId: null }], 'other')
      let found = 0
      for (let round = 0; round < 3; round += 1) {
        const everything = await metadata.assets.listAll({ afterId: null, limit: 1000 })
        const all = everything.filter((asset) => asset.tenant === tenant)
        for (let query = 0; query < 16; query += 1) {
          found += await assertFound(metadata, all, randomQuery(random, folders, all))
        }
        const live = all.filter(({ trashedAt }) => trashedAt === null)
        await changeSome(metadata, random, live, folders)
        const trashed = all.filter((asset) => asset.trashedAt !== null).slice(0, 5)
        await metadata.assets
          .purge({ tenant, ids: trashed.map(({ id }) => id), doneWithin: HOUR })
          .catch(() => undefined)
      }
      assert.ok(found > 100)
    },
  ),
]
