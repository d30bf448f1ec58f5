import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { creatorPart, folderPart, typePart, VERSIONS, WHOLE_TENANT } from '@stowage/core/internal'
import type { MetadataStore } from '@stowage/core/ports'
import type { PartUsage } from '@stowage/core/types'
import type { ContractCase } from '../contract/contract.ts'
import { forSeeds } from '../seeds/for-seeds.ts'
import type { Random } from '../seeds/seeded-random.ts'
import { newContent, replace, restore } from './contents/version-fixture.ts'
import { newAsset, purged, stored, twoStores } from './fixture.ts'
import { newFolder } from './folders/folder-fixture.ts'
import type { MetadataFixture } from './metadata-fixture.ts'

const tenant = 'default'
/**
 * Bytes of each upload. Its replacement is empty, so an asset and its versions always have this many bytes together.
 */
const SIZE = 1000
/** How often one query names every part: the longer it takes, the more moments it could mix up. */
const REPEATS = 20
const KEPT = 4

const FOLDERS = ['one', 'two']
const PARTITIONS: readonly (readonly string[])[] = [
  ['ann', 'bob'].map(creatorPart),
  (['image', 'document'] as const).map(typePart),
  FOLDERS.map(folderPart),
]
const ONCE = [WHOLE_TENANT, VERSIONS, ...PARTITIONS.flat()]
const PARTS = Array.from({ length: REPEATS }, () => ONCE).flat()

/** Fails unless the counts of these parts are as of one moment. */
function assertOneMoment(usage: readonly PartUsage[]): void {
  const of = (part: string): PartUsage => usage[ONCE.indexOf(part)] ?? assert.fail(part)
  const whole = of(WHOLE_TENANT)
  for (const parts of PARTITIONS) {
    const each = parts.map(of)
    const sum = (field: keyof PartUsage) => each.reduce((all, one) => all + one[field], 0)
    assert.deepEqual(
      {
        assets: sum('assets'),
        bytes: sum('bytes'),
        trashedAssets: sum('trashedAssets'),
        trashedBytes: sum('trashedBytes'),
      },
      whole,
      `${parts} together are not the whole`,
    )
  }
  const bytes = whole.bytes + whole.trashedBytes + of(VERSIONS).bytes
  assert.equal(bytes, SIZE * (whole.assets + whole.trashedAssets), 'bytes of all contents')
  const ann = of(creatorPart('ann'))
  assert.equal(ann.assets + ann.trashedAssets, KEPT, 'assets that are never purged')
}

async function askOnce({ assets }: MetadataStore): Promise<void> {
  const usage = await assets.usageOf({ tenant, parts: PARTS })
  const first = usage.slice(0, ONCE.length)
  assertOneMoment(first)
  assert.deepEqual(usage, Array.from({ length: REPEATS }, () => first).flat())
  const all = await assets.usage(tenant)
  assert.equal(all.bytes, SIZE * all.assets, 'bytes of the tenant')
}

/** A sequence that does not depend on who else draws numbers meanwhile. */
function drawn(random: Random): Random {
  const numbers = Array.from({ length: 20 }, random)
  return () => numbers.pop() ?? assert.fail('more numbers are needed')
}

/**
 * Trashes an asset and restores it, moves it to another folder, or replaces its content and restores it, in random
 * order.
 */
async function changeKept(metadata: MetadataStore, id: string, random: Random): Promise<void> {
  const setTrashed = (to: 'trash' | 'active') =>
    metadata.assets.setTrashed({ tenant, ids: [id], to })
  const changes = [
    () => setTrashed('trash').then(() => setTrashed('active')),
    () => {
      const folderId = FOLDERS[random() < 0.5 ? 0 : 1] ?? null
      return metadata.assets.update({ tenant, id, changes: { folderId } })
    },
    async () => {
      await replace(metadata, { id }, newContent({ size: 0 }))
      const [full] = await metadata.versions.list(id)
      await restore(metadata, { id }, full?.id ?? '')
    },
  ]
  for (let step = 0; step < 5; step += 1) {
    await changes[Math.floor(random() * changes.length)]?.()
  }
}

async function uploadAndPurge(metadata: MetadataStore, random: Random): Promise<void> {
  for (let step = 0; step < 3; step += 1) {
    const count = 1 + Math.floor(random() * 3)
    const type = random() < 0.5 ? 'image' : 'document'
    const folderId = FOLDERS[random() < 0.5 ? 0 : 1] ?? null
    const uploads = Array.from({ length: count }, () =>
      newAsset({ createdBy: 'bob', type, size: SIZE, folderId }),
    )
    await purged(metadata, await stored(metadata, uploads))
  }
}

/** `usage` and `usageOf` of a tenant are as of one moment, whatever is written meanwhile. */
export const usageMomentCases: readonly ContractCase<MetadataFixture>[] = forSeeds(
  'usage and usageOf are each of one moment while assets are uploaded, replaced, moved, trashed and purged',
  3,
  async (random, fixture: MetadataFixture) => {
    const [one, two] = await twoStores(fixture)
    for (const id of FOLDERS) await one.folders.create(newFolder({ id }))
    const kept = await stored(
      one,
      Array.from({ length: KEPT }, () =>
        newAsset({ createdBy: 'ann', size: SIZE, folderId: 'one' }),
      ),
    )
    let writing = true
    const writes = Promise.all([
      ...kept.map(({ id }, n) => changeKept(n % 2 === 0 ? one : two, id, drawn(random))),
      uploadAndPurge(one, drawn(random)),
      uploadAndPurge(two, drawn(random)),
    ]).finally(() => {
      writing = false
    })
    const asking = async () => {
      do {
        for (const metadata of [one, two, one]) await askOnce(metadata)
        // Otherwise a database that answers at once would let no write in between.
        await nextTurn()
      } while (writing)
      await askOnce(two)
    }
    // Nothing may still run when the fixture ends.
    const outcomes = await Promise.allSettled([writes, asking()])
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  },
)
