import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createMemoryBlobs } from '../memory.ts'
import { openSqliteMetadata } from '../sqlite.ts'
import { createAssetStore } from '../store/create-asset-store.ts'

/** What only the store may say. */
const FOREIGN = {
  id: 'mine',
  tenantId: 7,
  tenant: 'other',
  seq: 99,
  size: 1,
  sha256: 'mine',
  blobKey: 'mine',
  createdAt: '2001-01-01T00:00:00.000000Z',
  updatedAt: '2001-01-01T00:00:00.000000Z',
  trashedAt: '2001-01-01T00:00:00.000000Z',
}

it('takes of an analyzer and a variant processor nothing but what they are asked for', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'stowage-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const facts = {
    type: 'image',
    mimeType: 'image/png',
    extension: 'png',
    charset: null,
    width: 1,
    height: 1,
    durationSeconds: null,
  } as const
  const thumbnail = {
    name: 'thumbnail',
    mimeType: 'image/png',
    extension: 'png',
    width: 1,
    height: 1,
  }
  const content = Buffer.from('small')
  const sizes: number[] = []
  const store = createAssetStore({
    metadata: await openSqliteMetadata({ file: path.join(directory, 'stowage.db') }),
    blobs: createMemoryBlobs(),
    sweepEvery: false,
    analyzer: { analyze: async () => ({ facts: { ...FOREIGN, ...facts }, issues: [] }) },
    variants: {
      plans: [{ name: 'thumbnail', timing: 'immediately' }],
      accepts: () => true,
      make: async () => ({ made: [{ ...FOREIGN, ...thumbnail, content }], failed: [] }),
    },
    allow: ({ size }) => sizes.push(size) > 0,
  })
  onTestFinished(() => store.close())

  const asset = await store.upload(Buffer.from('the original'))
  const [variant] = asset.variants
  for (const [name, value] of Object.entries(FOREIGN)) {
    expect(asset, name).not.toHaveProperty(name, value)
    expect(variant, name).not.toHaveProperty(name, value)
  }
  expect(sizes).toEqual([12])
  expect(variant).toMatchObject({ ...thumbnail, size: content.length })
  expect(await store.get(asset.id)).toEqual(asset)
})
