import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { Asset } from '@stowage/core'
import type { VerifyProgress } from '@stowage/core/internal'
import { stagedBytes, unusedBlobKey } from '../blob-store/fixtures.ts'
import type { ContractCase } from '../contract/contract.ts'
import { attachVariant, overwrite, portsOf, uploadSome } from './damage.ts'
import type { StoreFixture } from './store-fixture.ts'

const needs = ['ports'] as const
const CLEAN = { problems: [], variantsMade: 0, cursor: null }

function ofOriginal({ tenant, id, blobKey }: Asset) {
  return { tenant, assetId: id, blobKey, variant: null, repair: null }
}

function byKey(a: { readonly blobKey: string }, b: { readonly blobKey: string }): number {
  return a.blobKey < b.blobKey ? -1 : 1
}

export const verifyCases: readonly ContractCase<StoreFixture>[] = [
  {
    name: 'verify: a sound store has no problems, in no tenant and not in the trash',
    needs,
    async run(fixture) {
      const { store } = fixture
      assert.deepEqual(await store.admin.verify(), {
        ...CLEAN,
        records: 0,
        files: 0,
        bytes: 0,
        blobs: 0,
      })
      const [asset, trashed] = await uploadSome(store, 3)
      await store.for({ tenant: 'other' }).upload(randomBytes(300_000))
      await store.trash(trashed?.id ?? '')
      await attachVariant(portsOf(fixture), asset as Asset)
      assert.deepEqual(await store.admin.verify(), {
        ...CLEAN,
        records: 4,
        files: 5,
        bytes: 303_010,
        blobs: 5,
      })
    },
  },
  {
    name: 'verify: distinguishes lost, cut and rotten files, of every tenant',
    needs,
    async run(fixture) {
      const { store } = fixture
      const { blobs } = portsOf(fixture)
      const [lost, cut, sound] = (await uploadSome(store, 3)) as [Asset, Asset, Asset]
      const rotten = await store.for({ tenant: 'other' }).upload(randomBytes(100_000))
      const variant = await attachVariant(portsOf(fixture), sound)
      await blobs.delete([lost.blobKey, variant.blobKey])
      await overwrite(blobs, cut.blobKey, new Uint8Array(999))
      const zeros = stagedBytes(new Uint8Array(100_000))
      await overwrite(blobs, rotten.blobKey, new Uint8Array(100_000))
      const { problems, records, files } = await store.admin.verify()
      assert.deepEqual([records, files], [4, 5])
      const { sha256 } = rotten
      assert.deepEqual(
        problems.toSorted((a, b) => ('blobKey' in a && 'blobKey' in b ? byKey(a, b) : 0)),
        [
          { ...ofOriginal(lost), kind: 'missing' },
          { ...ofOriginal(sound), blobKey: variant.blobKey, variant: 'thumbnail', kind: 'missing' },
          { ...ofOriginal(cut), kind: 'wrong_size', expected: 1000, actual: 999 },
          {
            ...ofOriginal(rotten),
            kind: 'wrong_checksum',
            expected: sha256,
            actual: zeros.sha256,
          },
        ].sort(byKey),
      )
      const quick = await store.admin.verify({ checksums: false })
      assert.equal(quick.bytes, 0)
      assert.deepEqual(quick.problems.map(({ kind }) => kind).sort(), [
        'missing',
        'missing',
        'wrong_size',
      ])
    },
  },
  {
    name: 'verify: a blob without record or reservation is an orphan, one of an upload under way is not',
    needs,
    async run(fixture) {
      const { store } = fixture
      const { blobs, metadata } = portsOf(fixture)
      await uploadSome(store, 1)
      const [orphan, underWay] = [unusedBlobKey(), unusedBlobKey()]
      await metadata.blobs.reserve([underWay], { lifetime: 3_600_000 })
      await blobs.put(orphan, stagedBytes(randomBytes(7)))
      await blobs.put(underWay, stagedBytes(randomBytes(7)))
      const { problems } = await store.admin.verify()
      assert.deepEqual(problems, [{ kind: 'orphaned', blobKey: orphan, size: 7, repair: null }])
      assert.deepEqual((await store.admin.verify()).problems, problems)
    },
  },
  {
    name: 'verify: goes on at its cursor, and sees everything exactly once',
    needs,
    async run(fixture) {
      const { store } = fixture
      const { blobs } = portsOf(fixture)
      const assets = await uploadSome(store, 12)
      const lost = assets.slice(3, 8).map(({ blobKey }) => blobKey)
      await blobs.delete(lost)
      const orphans = Array.from({ length: 5 }, unusedBlobKey)
      for (const key of orphans) await blobs.put(key, stagedBytes(randomBytes(1)))
      const seen = { records: 0, files: 0, bytes: 0, blobs: 0 }
      const keys: unknown[] = []
      let cursor: string | null | undefined
      while (cursor !== null) {
        const report = await store.admin.verify({
          maxProblems: 2,
          ...(cursor !== undefined && { cursor }),
        })
        assert.ok(report.problems.length <= 2)
        for (const name of ['records', 'files', 'bytes', 'blobs'] as const) {
          seen[name] += report[name]
        }
        for (const problem of report.problems) keys.push('blobKey' in problem && problem.blobKey)
        cursor = report.cursor
      }
      assert.deepEqual(seen, { records: 12, files: 12, bytes: 7000, blobs: 12 })
      assert.deepEqual(keys.sort(), [...lost, ...orphans].sort())
    },
  },
  {
    name: 'verify: reports its progress, and stops at an abort',
    needs,
    async run({ store }) {
      await uploadSome(store, 3)
      const seen: VerifyProgress[] = []
      await store.admin.verify({ onProgress: (progress) => seen.push(progress) })
      assert.deepEqual(
        [...new Set(seen.map(({ phase }) => phase))],
        ['records', 'versions', 'blobs', 'staging'],
      )
      const last = { phase: 'staging', records: 3, files: 3, bytes: 3000, blobs: 3, problems: 0 }
      assert.deepEqual(seen.at(-1), last)
      const reason = new Error('enough')
      const controller = new AbortController()
      const stopped = store.admin.verify({
        signal: controller.signal,
        onProgress: () => controller.abort(reason),
      })
      await assert.rejects(stopped, reason)
    },
  },
  {
    name: 'verify: names the option that is wrong',
    async run({ store }) {
      for (const [options, argument] of [
        [{ cursor: 'records/../etc' }, 'cursor'],
        [{ cursor: '' }, 'cursor'],
        [{ maxTimeMs: 0 }, 'maxTimeMs'],
        [{ maxProblems: 1.5 }, 'maxProblems'],
        [{ maxShare: Number.NaN }, 'maxShare'],
      ] as const) {
        await assert.rejects(store.admin.verify(options), {
          code: 'invalid_argument',
          context: { argument },
        })
      }
    },
  },
]
