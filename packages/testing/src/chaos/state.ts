import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { Asset, AssetStore } from '@stowage/core'
import { blobKeysOf, bytesOf as bytesWithVariants } from '@stowage/core/internal'
import { bytesOf, collected } from '../blob-store/fixtures.ts'
import type { ChaosFixture } from './chaos-fixture.ts'

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** SHA-256, lower-case hex. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/**
 * Everything that a user of a store with these assets can see and that does not differ from run to run, as one text.
 */
export async function visibleState(store: AssetStore, assets: readonly Asset[]): Promise<string> {
  const { folders } = await store.folders.list()
  const paths = new Map(folders.map(({ id, path }) => [id, path]))
  const files = assets.map(({ name, size, sha256, folderId, ...asset }) => {
    const { trashedAt, pendingUntil, isFavourite, status, variants, title, alt, tags, metadata } =
      asset
    const names = variants.map((variant) => `${variant.name} ${variant.sha256}`).sort()
    return JSON.stringify({
      name,
      size,
      sha256,
      trashed: trashedAt !== null,
      pending: pendingUntil !== null,
      isFavourite,
      status,
      own: [title, alt, tags, metadata],
      names,
      folder: folderId === null ? null : (paths.get(folderId) ?? 'lost'),
    })
  })
  const keys = (await store.keys.list()).map(({ name, revokedAt }) => {
    return JSON.stringify({ key: name, revoked: revokedAt !== null })
  })
  const names = new Map(assets.map(({ id, name }) => [id, name]))
  const owned = assets.map(async ({ id }) => {
    const owners = await store.owners.of(id)
    return owners.map(({ type, id: owner, field }) =>
      JSON.stringify({ owner: [type, owner, field], has: names.get(id) }),
    )
  })
  const active = assets.filter(
    ({ trashedAt, pendingUntil }) => trashedAt === null && pendingUntil === null,
  )
  const contents = active.map(async ({ id, name }) => {
    const versions = await store.versions.list(id)
    return versions.map((version) => JSON.stringify({ name, had: version.sha256 }))
  })
  const { entries } = await store.admin.audit.list()
  const acts = entries.map(({ action, actor }) => JSON.stringify({ action, actor }))
  const { jobs } = await store.jobs.list()
  const waiting = jobs.map(({ kind, key, state }) => {
    return JSON.stringify({ job: kind, key: key?.replace(UUID, 'id'), state })
  })
  const { uploads } = await store.uploads.list()
  const arriving = uploads.map(({ name, size, offset, status }) =>
    JSON.stringify({ upload: name, size, offset, status }),
  )
  const { events } = await store.events.since(null, { limit: 1000 })
  const happened = events.map(({ type, actor, data }) =>
    JSON.stringify({ type, hasActor: actor !== null, hasData: data !== null }),
  )
  const told = await webhookLines(store)
  const tree = folders.map(({ path }) => JSON.stringify({ path }))
  const owners = (await Promise.all(owned)).flat()
  const had = (await Promise.all(contents)).flat()
  const kinds = [files, keys, tree, owners, had, acts, waiting, arriving, happened, told]
  return kinds.flatMap((lines) => lines.sort()).join('\n')
}

async function webhookLines({ webhooks }: AssetStore): Promise<string[]> {
  const page = await webhooks.list()
  const lines = page.webhooks.map(async ({ id, url, types, state, failures }) => {
    const { deliveries } = await webhooks.deliveries(id)
    const sent = deliveries.map(({ type, state, attempts }) =>
      JSON.stringify({ delivery: type, state, attempts }),
    )
    return [JSON.stringify({ url, types, state, failures }), ...sent]
  })
  return (await Promise.all(lines)).flat()
}

/** Active and trashed ones. */
export async function allAssets(store: AssetStore): Promise<readonly Asset[]> {
  const active = await collected(store.matching({}).iterate())
  return [...active, ...(await collected(store.matching({}).iterate({ trashed: true })))]
}

/**
 * Fails unless every folder is at the top or in a folder that exists, and every asset is in a folder that exists or in
 * none.
 */
export async function assertFolders(store: AssetStore, assets: readonly Asset[]): Promise<void> {
  const { folders, total } = await store.folders.list()
  assert.equal(folders.length, total, 'more folders than a page has')
  const paths = new Map(folders.map(({ id, path }) => [id, path]))
  for (const { parentId, path } of folders) {
    const above = parentId === null ? [] : paths.get(parentId)
    assert.deepEqual(path.slice(0, -1), above, `a folder that lies in none: ${path.join('/')}`)
  }
  for (const { name, folderId } of assets) {
    assert.ok(folderId === null || paths.has(folderId), `the folder of ${name} is gone`)
  }
}

/**
 * Fails unless every record, even in the trash, has its bytes: original, variants and earlier contents, by size and
 * digest.
 */
export async function assertWhole(fixture: ChaosFixture, assets: readonly Asset[]): Promise<void> {
  const files = assets.flatMap((asset) =>
    [asset, ...asset.variants].map((file) => ({ ...file, name: asset.name })),
  )
  for (const { name, blobKey, size, sha256: digest } of [...files, ...(await fixture.versions())]) {
    const bytes = await bytesOf(await fixture.blobs.read(blobKey))
    assert.equal(bytes.byteLength, size, `size of ${name}`)
    assert.equal(sha256(bytes), digest, `digest of ${name}`)
  }
}

/** Fails unless the recorded usage is the sum of these assets, which are all assets of the store. */
export async function assertCounted(store: AssetStore, assets: readonly Asset[]): Promise<void> {
  const sum = (some: readonly Asset[]): readonly [number, number] => [
    some.length,
    some.reduce((bytes, asset) => bytes + bytesWithVariants(asset), 0),
  ]
  const active = assets.filter(({ trashedAt }) => trashedAt === null)
  const usage = await store.usage()
  const kept = [usage.assets, usage.bytes, usage.trashedAssets, usage.trashedBytes]
  const trash = assets.filter(({ trashedAt }) => trashedAt !== null)
  assert.deepEqual(kept, [...sum(active), ...sum(trash)], 'kept usage')
  for (const [type, { assets: count, bytes }] of Object.entries(usage.byType ?? {})) {
    const there = active.filter((asset) => asset.type === type)
    assert.deepEqual([count, bytes], sum(there), `kept usage of ${type}`)
  }
}

/** Keys of the blobs that no record holds. */
export async function orphans(fixture: ChaosFixture, assets: readonly Asset[]): Promise<string[]> {
  const versions = (await fixture.versions()).map(({ blobKey }) => blobKey)
  const held = new Set([...assets.flatMap(blobKeysOf), ...versions])
  const blobs = await collected(fixture.blobs.list())
  return blobs.map(({ key }) => key).filter((key) => !held.has(key))
}
