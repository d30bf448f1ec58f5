import { newBlobKey } from '@stowage/core/ports'
import { seededRandom } from '@stowage/testing/seeds'
import { rowOf } from './rows.mjs'

const BATCH = 1000
const AT_ONCE = 4
/** Tenants, and their share of the rows: a large one, one with a twentieth, a small one. */
export const TENANTS = [
  ['large', 1],
  ['medium', 0.05],
  ['small', 0.01],
]
const TOP_FOLDERS = 20
const SUBFOLDERS = 14
const HOUR = 3_600_000

/** Fills empty records through their own port, as uploads do: each row has everything that the store keeps about it. */
export async function fill(metadata, rows, note) {
  for (const [tenant, share] of TENANTS) {
    const count = Math.floor(rows * share)
    const started = performance.now()
    const folders = await makeFolders(metadata, tenant)
    await fillTenant(metadata, { tenant, count, folders })
    const seconds = (performance.now() - started) / 1000
    note(`${tenant}: ${count} rows in ${seconds.toFixed(0)} s`)
  }
}

/** Folders of the tenant, by name. */
export async function foldersOf(metadata, tenant) {
  const { folders } = await metadata.folders.list({ tenant, offset: 0, limit: 1000 })
  return new Map(folders.map(({ name, id }) => [name, id]))
}

async function makeFolders(metadata, tenant) {
  const ids = []
  for (let top = 0; top < TOP_FOLDERS; top += 1) {
    const parent = await make(`top ${top}`, null)
    for (let sub = 0; sub < SUBFOLDERS; sub += 1) await make(`top ${top} sub ${sub}`, parent)
  }
  return ids

  async function make(name, parentId) {
    const number = String(TENANTS.findIndex(([each]) => each === tenant) * 10_000 + ids.length)
    const id = `f0000000-0000-4000-8000-${number.padStart(12, '0')}`
    await metadata.folders.create({ id, tenant, name, parentId, scope: null })
    ids.push(id)
    return id
  }
}

async function fillTenant(metadata, { tenant, count, folders }) {
  const random = seededRandom(tenant.length)
  let next = 1
  async function lane() {
    while (next <= count) {
      const first = next
      const length = Math.min(BATCH, count - first + 1)
      next += length
      const assets = Array.from({ length }, (_, index) =>
        rowOf(random, first + index, { tenant, folders, blobKey: newBlobKey(Date.now()) }),
      )
      await metadata.blobs.reserve(
        assets.map(({ blobKey }) => blobKey),
        { lifetime: HOUR },
      )
      const inserted = await metadata.assets.insert({ tenant, assets, keyId: null, quota: null })
      const ids = inserted.assets.filter(() => random() < 0.03).map(({ id }) => id)
      await metadata.assets.setTrashed({ tenant, ids, to: 'trash' })
      // A tenth changes later, so that `updatedAt` is a different order.
      const changed = inserted.assets.filter(({ id }) => random() < 0.1 && !ids.includes(id))
      const marked = changed.map(({ id }) => id)
      await metadata.assets.setFavourite({ tenant, ids: marked, isFavourite: random() < 0.1 })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}
