import assert from 'node:assert/strict'
import { isStowageError } from '@stowage/core'
import { blobKeysOf } from '@stowage/core/internal'
import type { ContractCase } from '../../contract/contract.ts'
import { HOUR, listed, newAsset, storedOne, twoStores } from '../fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'
import { allFolders, assertTree, folderIn, nested } from './folder-fixture.ts'

const tenant = 'default'
const ROUNDS = 8

/** The codes of the refused calls; throws any other error. */
async function codesOf(calls: readonly Promise<unknown>[]): Promise<readonly string[]> {
  const outcomes = await Promise.allSettled(calls)
  return outcomes.flatMap((outcome) => {
    if (outcome.status === 'fulfilled') return []
    if (isStowageError(outcome.reason)) return [outcome.reason.code]
    throw outcome.reason
  })
}

export const folderConcurrencyCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'of two moves that together would make a cycle, at once from two stores, one is folder_cycle',
    async run(fixture) {
      const [one, two] = await twoStores(fixture)
      for (let round = 0; round < ROUNDS; round += 1) {
        const [a, b] = [
          await folderIn(one, null, `a${round}`),
          await folderIn(one, null, `b${round}`),
        ]
        const codes = await codesOf([
          one.folders.update({ tenant, id: a.id, changes: { parentId: b.id } }),
          two.folders.update({ tenant, id: b.id, changes: { parentId: a.id } }),
        ])
        assert.deepEqual(codes, ['folder_cycle'])
      }
      await assertTree(two)
    },
  },
  {
    name: 'moves at once from two stores do not pass the greatest depth together',
    async run(fixture) {
      const [one, two] = await twoStores(fixture)
      const [high, middle, low] = [
        await nested(one, 20, 'high'),
        await nested(one, 10, 'middle'),
        await nested(one, 10, 'low'),
      ]
      const codes = await codesOf([
        one.folders.update({
          tenant,
          id: middle[0]?.id ?? '',
          changes: { parentId: high.at(-1)?.id ?? '' },
        }),
        two.folders.update({
          tenant,
          id: low[0]?.id ?? '',
          changes: { parentId: middle.at(-1)?.id ?? '' },
        }),
      ])
      assert.deepEqual(codes, ['folder_too_deep'])
      await assertTree(one)
    },
  },
  {
    name: 'of folders made at once with one name, from two stores, one is there and the others are folder_exists',
    async run(fixture) {
      const [one, two] = await twoStores(fixture)
      const calls = Array.from({ length: 12 }, (_, n) =>
        folderIn(n % 2 === 0 ? one : two, null, n % 3 === 0 ? 'Same' : 'SAME'),
      )
      const codes = await codesOf(calls)
      assert.deepEqual(
        codes,
        Array.from({ length: 11 }, () => 'folder_exists'),
      )
      assert.equal((await allFolders(two)).length, 1)
    },
  },
  {
    name: 'no asset comes into a folder that is deleted at once from another store',
    async run(fixture) {
      const [one, two] = await twoStores(fixture)
      for (let round = 0; round < ROUNDS; round += 1) {
        const { id } = await folderIn(one, null, `doomed ${round}`)
        const moved = await storedOne(one)
        const updated = await storedOne(one)
        const fresh = newAsset({ folderId: id })
        await one.blobs.reserve(blobKeysOf(fresh), { lifetime: HOUR })
        const codes = await codesOf([
          one.assets.insert({ tenant, assets: [fresh], keyId: null, quota: null }),
          two.folders.delete({ tenant, id, assets: round % 2 === 0 ? 'trash' : 'detach' }),
          one.assets.move({ tenant, ids: [moved.id], folderId: id }),
          one.assets.update({ tenant, id: updated.id, changes: { folderId: id } }),
        ])
        assert.deepEqual(
          codes.filter((code) => code !== 'folder_not_found'),
          [],
        )
        assert.equal(await two.folders.get({ tenant, id }), null)
        await assertTree(two)
      }
      const [live, trash] = [await listed(one), await listed(one, { trashed: true })]
      assert.equal(live.total + trash.total, live.ids.length + trash.ids.length)
    },
  },
  {
    name: 'no folder comes into one that is deleted at once from another store',
    async run(fixture) {
      const [one, two] = await twoStores(fixture)
      for (let round = 0; round < ROUNDS; round += 1) {
        const doomed = await folderIn(one, null, `doomed ${round}`)
        const mover = await folderIn(one, null, `mover ${round}`)
        const codes = await codesOf([
          folderIn(one, doomed, 'inner'),
          two.folders.delete({ tenant, id: doomed.id }),
          one.folders.update({ tenant, id: mover.id, changes: { parentId: doomed.id } }),
        ])
        const expected = ['folder_not_empty', 'folder_not_found']
        assert.ok(codes.length > 0 && codes.every((code) => expected.includes(code)))
        await assertTree(two)
      }
    },
  },
]
