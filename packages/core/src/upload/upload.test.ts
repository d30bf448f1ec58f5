import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type FileFacts, UNKNOWN_FACTS } from '@stowage/analysis'
import { expect, it, onTestFinished } from 'vitest'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import { openSqliteMetadata } from '../sqlite/metadata/open-sqlite-metadata.ts'
import { createAssetStore } from '../store/opening/create-asset-store.ts'

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
  const facts: FileFacts = {
    ...UNKNOWN_FACTS,
    ...{ type: 'image', mimeType: 'image/png', extension: 'png', width: 1, height: 1 },
  }
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
    advanced: { sweepEveryMs: false },
    analyzer: { analyze: async () => ({ facts: { ...FOREIGN, ...facts }, issues: [] }) },
    variants: {
      when: 'upload',
      processor: {
        plans: [{ name: 'thumbnail', timing: 'immediately' }],
        accepts: () => true,
        make: async () => ({ made: [{ ...FOREIGN, ...thumbnail, content }], failed: [] }),
      },
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

it('takes name and digest of a file as they are, unless the options have others', async () => {
  const store = createAssetStore({
    metadata: createMemoryMetadata(),
    blobs: createMemoryBlobs(),
    advanced: { sweepEveryMs: false },
  })
  onTestFinished(() => store.close())
  const source = Buffer.from('bytes')
  const right = createHash('sha256').update(source).digest('hex')
  const wrong = '0'.repeat(64)

  expect((await store.upload({ source, name: 'a.txt', sha256: right })).name).toBe('a.txt')
  const mismatch = { code: 'digest_mismatch' }
  await expect(store.upload({ source, name: 'a.txt', sha256: wrong })).rejects.toMatchObject(
    mismatch,
  )
  const given = { source, name: 'a.txt', sha256: wrong }
  expect((await store.upload(given, { name: 'b.txt', sha256: right })).name).toBe('b.txt')
  await expect(store.upload({ source, sha256: right }, { sha256: wrong })).rejects.toMatchObject(
    mismatch,
  )
})

it('refuses a file whose type cannot be told now, in words that help, and says what else an analyzer says', async () => {
  let failure: Error = Object.assign(new Error("Cannot find package 'file-type'"), {
    name: 'LibraryNotLoaded',
  })
  const store = createAssetStore({
    metadata: createMemoryMetadata(),
    blobs: createMemoryBlobs(),
    advanced: { sweepEveryMs: false },
    analyzer: { analyze: () => Promise.reject(failure) },
  })
  onTestFinished(() => store.close())
  const upload = () => store.upload(Buffer.from('text'))

  await expect(upload()).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('ulimit -n'),
  })
  failure = new Error("Cannot find module 'of-the-app'")
  await expect(upload()).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('of-the-app'),
  })
  expect((await store.list()).total).toBe(0)
})
