import assert from 'node:assert/strict'
import { eventually } from '../time/eventually.ts'
import type { AdapterFixture } from './adapter-fixture.ts'

/**
 * Waits until the server has released everything that broken requests began, and has stored only this many assets, each
 * with one file.
 */
export async function assertNothingLeft(fixture: AdapterFixture, assets = 0): Promise<void> {
  await eventually(async () => (await fixture.openFiles()).length === 0, 'open files')
  await eventually(async () => (await fixture.storedFiles()).length === assets, 'files on the disk')
  const { tenants } = await fixture.store.admin.tenants.list()
  assert.equal(
    tenants.reduce((total, tenant) => total + tenant.assets + tenant.trashedAssets, 0),
    assets,
  )
  assert.deepEqual(fixture.errors, [])
}
