import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type Asset, blobKeysOf, type Variant } from '../asset/asset.ts'
import { formatTimestamp, parseTimestamp } from '../asset/timestamp.ts'
import type { BlobStore } from '../ports/blob-store.ts'
import type { AssetStore } from '../store/asset-store.ts'
import type { VerifyProgress } from '../store/verify/verify-report.ts'
import { newKey, stagedBytes } from './blob-fixtures.ts'
import type { ContractCase } from './contract.ts'
import { newVariant } from './metadata-fixture.ts'
import type { StorePorts, StoreWorld } from './store-contract.ts'

const needs = ['ports'] as const
const CLEAN = { problems: [], cursor: null }

/** `ports` is there: the cases say that they need it. */
function portsOf({ ports }: StoreWorld): StorePorts {
  assert.ok(ports)
  return ports
}

function uploadSome(store: AssetStore, count: number): Promise<Asset[]> {
  return Promise.all(Array.from({ length: count }, () => store.upload(randomBytes(1000))))
}

/** Other bytes under the key of a blob, as a bad disk or a careless hand would leave them. */
async function overwrite(blobs: BlobStore, key: string, bytes: Uint8Array): Promise<void> {
  await blobs.delete([key])
  await blobs.put(key, stagedBytes(bytes))
}

/** Gives the asset a variant of 10 random bytes. */
async function attachVariant({ metadata, blobs }: StorePorts, asset: Asset): Promise<Variant> {
  const file = stagedBytes(randomBytes(10))
  const variant = newVariant({ blobKey: newKey(), size: file.size, sha256: file.sha256 })
  const { tenant, id } = asset
  await metadata.reserve([variant.blobKey], hoursAfter(asset, 1))
  await blobs.put(variant.blobKey, file)
  await metadata.attach({ tenant, id, variants: [variant], failed: [] })
  return variant
}

function hoursAfter({ createdAt }: Asset, hours: number): string {
  return formatTimestamp(parseTimestamp(createdAt) + hours * 3_600_000_000)
}

function ofOriginal({ tenant, id, blobKey }: Asset) {
  return { tenant, assetId: id, blobKey, variant: null, repair: null }
}

function byKey(a: { readonly blobKey: string }, b: { readonly blobKey: string }): number {
  return a.blobKey < b.blobKey ? -1 : 1
}

export const verifyCases: readonly ContractCase<StoreWorld>[] = [
  {
    name: 'verify: a sound store has no problems, in no tenant and not in the trash',
    needs,
    async run(world) {
      const { store } = world
      assert.deepEqual(await store.verify(), {
        ...CLEAN,
        records: 0,
        files: 0,
        bytes: 0,
        blobs: 0,
      })
      const [asset, trashed] = await uploadSome(store, 3)
      await store.forTenant('other').upload(randomBytes(300_000))
      await store.trash(trashed?.id ?? '')
      await attachVariant(portsOf(world), asset as Asset)
      assert.deepEqual(await store.verify(), {
        ...CLEAN,
        records: 4,
        files: 5,
        bytes: 303_010,
        blobs: 5,
      })
    },
  },
  {
    name: 'verify: tells lost, cut and rotten files apart, of every tenant',
    needs,
    async run(world) {
      const { store } = world
      const { blobs } = portsOf(world)
      const [lost, cut, sound] = (await uploadSome(store, 3)) as [Asset, Asset, Asset]
      const rotten = await store.forTenant('other').upload(randomBytes(100_000))
      const variant = await attachVariant(portsOf(world), sound)
      await blobs.delete([lost.blobKey, variant.blobKey])
      await overwrite(blobs, cut.blobKey, new Uint8Array(999))
      const zeros = stagedBytes(new Uint8Array(100_000))
      await overwrite(blobs, rotten.blobKey, new Uint8Array(100_000))
      const { problems, records, files } = await store.verify()
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
      const quick = await store.verify({ checksums: false })
      assert.equal(quick.bytes, 0)
      assert.deepEqual(quick.problems.map(({ kind }) => kind).sort(), [
        'missing',
        'missing',
        'wrong_size',
      ])
    },
  },
  {
    name: 'verify: a blob that nobody knows is an orphan, one of an upload under way is none',
    needs,
    async run(world) {
      const { store } = world
      const { blobs, metadata } = portsOf(world)
      const [asset] = await uploadSome(store, 1)
      const [orphan, underWay] = [newKey(), newKey()]
      await metadata.reserve([underWay], hoursAfter(asset as Asset, 1))
      await blobs.put(orphan, stagedBytes(randomBytes(7)))
      await blobs.put(underWay, stagedBytes(randomBytes(7)))
      const { problems } = await store.verify()
      assert.deepEqual(problems, [{ kind: 'orphaned', blobKey: orphan, size: 7, repair: null }])
      assert.deepEqual((await store.verify()).problems, problems)
    },
  },
  {
    name: 'verify: a repair puts orphans aside, and leaves nothing to repair',
    needs,
    async run(world) {
      const { store, countBlobs } = world
      const { blobs } = portsOf(world)
      await uploadSome(store, 2)
      const orphan = newKey()
      await blobs.put(orphan, stagedBytes(randomBytes(7)))
      const { problems } = await store.verify({ repair: true })
      assert.deepEqual(
        problems.map(({ repair }) => repair),
        ['quarantined'],
      )
      assert.equal(await blobs.stat(orphan), null)
      assert.equal(await countBlobs(), 2)
      assert.deepEqual((await store.verify({ repair: true })).problems, [])
    },
  },
  {
    name: 'verify: a repair trashes what lost its original; put back, it can be restored',
    needs,
    async run(world) {
      const { store } = world
      const { blobs } = portsOf(world)
      const bytes = randomBytes(1000)
      const asset = await store.forTenant('other').upload(bytes)
      await uploadSome(store, 1)
      const told: string[] = []
      store.on('asset.trashed', ({ asset: { id } }) => told.push(id))
      await overwrite(blobs, asset.blobKey, new Uint8Array(1000))
      const { problems } = await store.verify({ repair: true })
      assert.deepEqual(
        problems.map(({ kind, repair }) => [kind, repair]),
        [['wrong_checksum', 'trashed']],
      )
      assert.deepEqual(told, [asset.id])
      await assert.rejects(store.forTenant('other').get(asset.id), { code: 'asset_not_found' })
      assert.deepEqual(await blobs.stat(asset.blobKey), { size: 1000 })
      // In the trash already: still told, and nothing more to do.
      const again = await store.verify({ repair: true })
      assert.deepEqual(
        again.problems.map(({ repair }) => repair),
        [null],
      )
      await overwrite(blobs, asset.blobKey, bytes)
      await store.forTenant('other').restore(asset.id)
      assert.deepEqual((await store.verify()).problems, [])
    },
  },
  {
    name: 'verify: a repair takes damaged variants off their asset, which stays',
    needs,
    async run(world) {
      const { store } = world
      const ports = portsOf(world)
      const [a, b] = (await uploadSome(store, 2)) as [Asset, Asset]
      const lost = await attachVariant(ports, a)
      const rotten = await attachVariant(ports, b)
      await ports.blobs.delete([lost.blobKey])
      await overwrite(ports.blobs, rotten.blobKey, new Uint8Array(10))
      const { problems } = await store.verify({ repair: true })
      assert.deepEqual(
        problems.map(({ repair }) => repair),
        ['detached', 'detached'],
      )
      assert.equal(await ports.blobs.stat(rotten.blobKey), null)
      for (const { id } of [a, b]) assert.deepEqual((await store.get(id)).variants, [])
      await store.sweep()
      assert.deepEqual((await store.verify({ repair: true })).problems, [])
    },
  },
  {
    name: 'verify: a repair is refused when all blobs are gone, or too many',
    needs,
    async run(world) {
      const { store } = world
      const { blobs } = portsOf(world)
      const assets = await uploadSome(store, 12)
      const [one, ...others] = assets.flatMap(blobKeysOf)
      await blobs.delete(others)
      await assert.rejects(store.verify({ repair: true }), ({ code, context }) => {
        assert.deepEqual([code, context.limit], ['repair_refused', 0.01])
        assert.equal(context.problems.length, 11)
        return true
      })
      await blobs.delete([one as string])
      await assert.rejects(store.verify({ repair: true, maxShare: 1 }), {
        code: 'repair_refused',
      })
      assert.equal((await store.list()).total, 12)
    },
  },
  {
    name: 'verify: a repair is refused when too many blobs are orphans',
    needs,
    async run(world) {
      const { store, countBlobs } = world
      const { blobs } = portsOf(world)
      await uploadSome(store, 1)
      for (let n = 0; n < 11; n += 1) await blobs.put(newKey(), stagedBytes(randomBytes(1)))
      await assert.rejects(store.verify({ repair: true }), { code: 'repair_refused' })
      assert.equal(await countBlobs(), 12)
      await store.verify({ repair: true, maxShare: 1 })
      assert.equal(await countBlobs(), 1)
    },
  },
  {
    name: 'verify: goes on at its cursor, and sees everything exactly once',
    needs,
    async run(world) {
      const { store } = world
      const { blobs } = portsOf(world)
      const assets = await uploadSome(store, 12)
      const lost = assets.slice(3, 8).map(({ blobKey }) => blobKey)
      await blobs.delete(lost)
      const orphans = Array.from({ length: 5 }, newKey)
      for (const key of orphans) await blobs.put(key, stagedBytes(randomBytes(1)))
      const seen = { records: 0, files: 0, bytes: 0, blobs: 0 }
      const keys: unknown[] = []
      let cursor: string | null | undefined
      while (cursor !== null) {
        const report = await store.verify({
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
    name: 'verify: tells how far it has come, and stops at an abort',
    needs,
    async run({ store }) {
      await uploadSome(store, 3)
      const told: VerifyProgress[] = []
      await store.verify({ onProgress: (progress) => told.push(progress) })
      assert.deepEqual(
        [...new Set(told.map(({ phase }) => phase))],
        ['records', 'blobs', 'staging'],
      )
      const last = { phase: 'staging', records: 3, files: 3, bytes: 3000, blobs: 3, problems: 0 }
      assert.deepEqual(told.at(-1), last)
      const reason = new Error('enough')
      const controller = new AbortController()
      const stopped = store.verify({
        signal: controller.signal,
        onProgress: () => controller.abort(reason),
      })
      await assert.rejects(stopped, reason)
    },
  },
  {
    name: 'verify: one repair at a time, in all processes',
    needs,
    async run(world) {
      const { store } = world
      const { metadata } = portsOf(world)
      const lease = { name: 'verify', holder: 'another process', now: formatTimestamp(0) }
      const far = formatTimestamp(Date.UTC(2100, 0) * 1000)
      await metadata.lease({ ...lease, until: far })
      await assert.rejects(store.verify({ repair: true }), { code: 'unavailable' })
      assert.deepEqual((await store.verify()).problems, [])
      await metadata.lease({ ...lease, until: lease.now })
      assert.deepEqual((await store.verify({ repair: true })).problems, [])
    },
  },
  {
    name: 'verify: names the option that is wrong',
    async run({ store }) {
      for (const [options, argument] of [
        [{ cursor: 'records/../etc' }, 'cursor'],
        [{ cursor: '' }, 'cursor'],
        [{ maxTime: 0 }, 'maxTime'],
        [{ maxProblems: 1.5 }, 'maxProblems'],
        [{ maxShare: Number.NaN }, 'maxShare'],
      ] as const) {
        await assert.rejects(store.verify(options), {
          code: 'invalid_argument',
          context: { argument },
        })
      }
    },
  },
]
