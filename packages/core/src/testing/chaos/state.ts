import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { AssetStore } from '../../asset-store/asset-store.ts'
import { type Asset, blobKeysOf } from '../../model/asset.ts'
import { bytesOf, collected } from '../blob-store/fixtures.ts'
import type { ChaosFixture } from './chaos-fixture.ts'

/** SHA-256, lower-case hex. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Everything a user of a store with these assets can see that does not differ from run to run, as one text. */
export async function visibleState(store: AssetStore, assets: readonly Asset[]): Promise<string> {
  const files = assets.map(({ name, size, sha256, trashedAt, isFavourite, status, variants }) => {
    const names = variants.map((variant) => `${variant.name} ${variant.sha256}`).sort()
    return JSON.stringify({
      name,
      size,
      sha256,
      trashed: trashedAt !== null,
      isFavourite,
      status,
      names,
    })
  })
  const keys = (await store.keys.list()).map(({ name, revokedAt }) => {
    return JSON.stringify({ key: name, revoked: revokedAt !== null })
  })
  return [...files.sort(), ...keys.sort()].join('\n')
}

/** Active and trashed ones. */
export async function allAssets(store: AssetStore): Promise<readonly Asset[]> {
  const active = await collected(store.iterate())
  return [...active, ...(await collected(store.iterate({ trashed: true })))]
}

/** Fails unless every record, trashed ones too, has its bytes: original and variants, by size and digest. */
export async function assertWhole(fixture: ChaosFixture, assets: readonly Asset[]): Promise<void> {
  for (const asset of assets) {
    for (const { blobKey, size, sha256: digest } of [asset, ...asset.variants]) {
      const bytes = await bytesOf(await fixture.blobs.read(blobKey))
      assert.equal(bytes.byteLength, size, `size of ${asset.name}`)
      assert.equal(sha256(bytes), digest, `digest of ${asset.name}`)
    }
  }
}

/** Keys of the blobs that no record holds. */
export async function orphans(fixture: ChaosFixture, assets: readonly Asset[]): Promise<string[]> {
  const held = new Set(assets.flatMap(blobKeysOf))
  const blobs = await collected(fixture.blobs.list())
  return blobs.map(({ key }) => key).filter((key) => !held.has(key))
}
