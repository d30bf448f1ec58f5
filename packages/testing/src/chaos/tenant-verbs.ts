import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { type AssetStore, isStowageError } from '@stowage/core'
import { readTenant, type TenantReader } from '@stowage/core/internal'
import { collected } from '../blob-store/fixtures.ts'
import type { PortCall } from '../fault-injection/fault-plan.ts'
import { inChunks, large, largePicture, small, twoAssets } from './samples.ts'
import { allAssets, sha256 } from './state.ts'
import type { ChaosVerb } from './verb.ts'

const TENANT = 'default'
/** Attempts to delete files after which the store is closed. */
const MAX_DELETIONS = 4

/** A whole tenant: read, as exports do, and erased. */
export const tenantVerbs: readonly ChaosVerb[] = [
  {
    name: 'read of a whole tenant',
    async prepare(store) {
      const [id] = await twoAssets(store)
      await store.trash(id)
      return async (open, signal) => {
        const read = await readTenant(open, TENANT, signal, (reader) => digestsOf(open, reader))
        assert.deepEqual(read, [sha256(small), sha256(largePicture)])
      }
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
    /** Another call erases the rest of it. */
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

/** The digest of each asset's file, including the trash, the oldest first. */
async function digestsOf(
  store: AssetStore,
  { signal, openOriginal }: TenantReader,
): Promise<readonly string[]> {
  const digests: string[] = []
  for await (const asset of store
    .matching({})
    .iterate({ trashed: 'with', sort: 'createdAt', signal })) {
    const original = await openOriginal(asset)
    if (original === null) continue
    const chunks = await collected(original.bytes)
    digests.push(sha256(Buffer.concat(chunks)))
  }
  return digests
}

/**
 * The store asks a storage that deletes nothing for many seconds. Like an operator, the test does not wait for that.
 */
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

/** Stores something of every kind, with an earlier content. One asset is in the trash, and one has an owner. */
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
