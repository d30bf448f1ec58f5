import assert from 'node:assert/strict'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type AssetStore, isStowageError } from '@stowage/core'
import { collected } from '../blob-store/fixtures.ts'
import type { PortCall } from '../fault-injection/fault-plan.ts'
import type { ChaosFixture } from './chaos-fixture.ts'
import { inChunks, large, largePicture, small, twoAssets } from './samples.ts'
import { allAssets } from './state.ts'
import type { ChaosVerb } from './verb.ts'

const TENANT = 'default'
/** Attempts to delete files after which the store is closed. */
const MAX_DELETIONS = 4
const ARCHIVE = 'tenant.tar'

const folderOf = (fixture: ChaosFixture): string => join(fixture.directory.path, 'exports')

/** All there is of a tenant: into an archive, and away. */
export const tenantVerbs: readonly ChaosVerb[] = [
  {
    name: 'tenants.export',
    async prepare(store, fixture) {
      const [id] = await twoAssets(store)
      await store.folders.create({ name: 'empty' })
      await store.trash(id)
      const folder = folderOf(fixture)
      await mkdir(folder)
      return async (open, signal) => {
        const file = join(folder, ARCHIVE)
        const { assets, bytes } = await open.admin.tenants.export(TENANT, { file, signal })
        assert.deepEqual([assets, bytes], [2, small.byteLength + largePicture.byteLength])
      }
    },
    async afterwards(_, fixture, hasFailed) {
      const folder = folderOf(fixture)
      const names = await readdir(folder)
      if (hasFailed && names.length === 0) return
      assert.deepEqual(names, [ARCHIVE], 'files of an export')
      const archive = await readFile(join(folder, ARCHIVE))
      assert.ok(archive.includes(small) && archive.includes(largePicture), 'half an archive')
      assert.ok(archive.subarray(-1024).equals(Buffer.alloc(1024)), 'an archive without its end')
    },
  },
  {
    name: 'tenants.erase',
    async prepare(store) {
      await filled(store)
      return async (open, signal, { calls }) => {
        const erase = () => open.admin.tenants.erase(TENANT, { confirm: TENANT, signal })
        const erased = erase().catch((error: unknown) => {
          if (signal.aborted || !isStowageError(error, 'unavailable')) throw error
          return erase()
        })
        await closeWhenItFails(open, calls, erased)
        await erased
      }
    },
    /** What is left of it is erased by another call. */
    async afterwards(store, fixture, hasFailed) {
      if (hasFailed) await store.admin.tenants.erase(TENANT, { confirm: TENANT })
      assert.deepEqual(await allAssets(store), [])
      assert.deepEqual(await fixture.versions(), [])
      assert.deepEqual(await collected(fixture.blobs.list()), [], 'blobs of an erased tenant')
      assert.deepEqual((await store.admin.tenants.list()).tenants, [])
    },
    steps: true,
  },
]

/** A storage that deletes nothing is asked for many seconds. As an operator would, the test does not wait for that. */
async function closeWhenItFails(
  store: AssetStore,
  calls: readonly PortCall[],
  work: Promise<unknown>,
): Promise<void> {
  let isOver = false
  const end = () => {
    isOver = true
  }
  work.then(end, end)
  while (!isOver) {
    await delay(5)
    const attempts = calls.filter(({ port, method }) => port === 'blobs' && method === 'delete')
    if (attempts.length < MAX_DELETIONS) continue
    await store.close().catch(() => {})
    return
  }
}

/** Something of every kind, with an earlier content, and assets of which one is in the trash and one has an owner. */
async function filled(store: AssetStore): Promise<void> {
  const [first, second] = await twoAssets(store)
  await store.trash(first)
  await store.owners.add(second, { type: 'post', id: '1' })
  const { id: folderId } = await store.folders.create({ name: 'folder' })
  const { id } = await store.upload(small, { name: 'replaced.txt', folderId })
  await store.versions.replace(id, inChunks(large))
  await store.keys.create({ name: 'key' })
  await store.tickets.create()
}
