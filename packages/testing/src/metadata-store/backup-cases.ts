import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { HOLD_PREFIX } from '@stowage/core/internal'
import type { MetadataStore } from '@stowage/core/ports'
import type { ContractCase } from '../contract/contract.ts'
import { ODD_OWN_DATA } from './assets/own-data-fixture.ts'
import { listed, newAsset, newKey, refuses, stored, storedOne } from './fixture.ts'
import type { MetadataFixture } from './metadata-fixture.ts'

/** A case about copies in its own directory: `copy` makes or renews a copy, `open` opens it. */
function backupCase(
  name: string,
  run: (
    fixture: MetadataFixture,
    backup: {
      readonly copy: (signal?: AbortSignal) => Promise<void>
      readonly open: () => Promise<MetadataStore>
    },
  ) => Promise<void>,
): ContractCase<MetadataFixture> {
  return {
    name,
    needs: ['restore'],
    async run(fixture) {
      const { metadata, restore = () => assert.fail() } = fixture
      const backup = metadata.backup ?? (() => assert.fail('no `backup`, but a `restore`'))
      const directory = await mkdtemp(path.join(tmpdir(), 'stowage-backup-'))
      const copy = (signal?: AbortSignal) =>
        backup(directory, signal === undefined ? {} : { signal })
      try {
        await run(fixture, { copy, open: () => restore(directory) })
      } finally {
        await rm(directory, { recursive: true })
      }
    },
  }
}

export const backupCases: readonly ContractCase<MetadataFixture>[] = [
  backupCase('backup copies everything: records, keys, reservations', async (fixture, backup) => {
    const { metadata } = fixture
    const asset = await storedOne(metadata, ODD_OWN_DATA)
    const key = newKey()
    await metadata.apiKeys.create(key)
    await metadata.blobs.reserve(['key'], { lifetime: 9_000 })
    await backup.copy()
    await storedOne(metadata)
    const restored = await backup.open()
    assert.deepEqual(await restored.assets.get({ id: asset.id }), asset)
    assert.deepEqual(await listed(restored), { ids: [asset.id], total: 1 })
    assert.deepEqual((await restored.apiKeys.get(key.id))?.key, key)
    assert.deepEqual(await restored.blobs.claim({ keys: ['key'] }), ['key'])
    assert.equal((await storedOne(restored)).seq, asset.seq + 1)
  }),
  backupCase('a copy holds no lease and no hold of the original', async (fixture, backup) => {
    const { metadata } = fixture
    const copying = `${HOLD_PREFIX}copy`
    for (const name of ['backup', copying]) {
      assert.equal(await metadata.leases.acquire({ name, holder: 'a', duration: 60_000 }), true)
    }
    await metadata.blobs.reserve(['key'], { lifetime: 0 })
    await backup.copy()
    const restored = await backup.open()
    assert.equal(
      await restored.leases.acquire({ name: 'backup', holder: 'b', duration: 60_000 }),
      true,
    )
    assert.deepEqual(await restored.blobs.claim({ due: true, limit: 9 }), ['key'])
    assert.deepEqual(await metadata.blobs.claim({ due: true, limit: 9 }), [])
  }),
  backupCase('backup takes the place of an older copy', async (fixture, backup) => {
    const { metadata } = fixture
    await storedOne(metadata)
    await backup.copy()
    await storedOne(metadata)
    await backup.copy()
    assert.equal((await listed(await backup.open())).total, 2)
  }),
  backupCase('backup is of one moment, and writes go on meanwhile', async (fixture, backup) => {
    const { metadata } = fixture
    await stored(
      metadata,
      Array.from({ length: 200 }, () => newAsset()),
    )
    let copied = false
    const copying = backup.copy().finally(() => {
      copied = true
    })
    const written: string[] = []
    while (!copied) {
      const pair = await stored(metadata, [newAsset(), newAsset()])
      written.push(...pair.map(({ id }) => id))
    }
    await copying
    const { ids, total } = await listed(await backup.open())
    assert.equal(ids.length, total)
    assert.ok(total >= 200 && total <= 200 + written.length && total % 2 === 0, `${total} records`)
    // The newest first: the copy holds an unbroken run of uploads.
    const later = ids.slice(0, total - 200).toReversed()
    assert.deepEqual(later, written.slice(0, later.length))
  }),
  backupCase(
    'an aborted backup rejects with the reason and leaves the older copy',
    async (fixture, backup) => {
      const { metadata } = fixture
      await storedOne(metadata)
      await backup.copy()
      await storedOne(metadata)
      const reason = new Error('enough')
      await assert.rejects(backup.copy(AbortSignal.abort(reason)), (error) => error === reason)
      const controller = new AbortController()
      const copying = backup.copy(controller.signal)
      controller.abort(reason)
      await assert.rejects(copying, (error) => error === reason)
      assert.equal((await listed(await backup.open())).total, 1)
    },
  ),
  backupCase('backup is refused as closed after close', async ({ metadata }, backup) => {
    await metadata.close()
    await refuses(backup.copy(), 'closed')
  }),
]
