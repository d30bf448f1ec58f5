import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { disk, type FileSystem, nodeFileSystem } from '@stowage/core/filesystem'
import { createAssetStore } from '@stowage/core/internal'
import { createMemoryMetadata } from '@stowage/core/memory'
import { expect, it } from 'vitest'
import { serve } from '../testing/serve.ts'
import { createNodeHandler } from './create-node-handler.ts'

it.each([
  ['in memory', 1000],
  ['in staging', 1_000_000],
])(
  'a disk that is full is 507 for an upload %s, leaves nothing, and is forgotten when there is room',
  async (_, size) => {
    const directory = await mkdtemp(path.join(tmpdir(), 'stowage-full-'))
    let full = true
    const write: FileSystem['write'] = (...args) =>
      full
        ? Promise.reject(
            Object.assign(new Error('no space left on device'), {
              code: 'ENOSPC',
              syscall: 'write',
            }),
          )
        : nodeFileSystem.write(...args)
    const store = createAssetStore({
      metadata: createMemoryMetadata(),
      blobs: disk({ directory, fileSystem: { ...nodeFileSystem, write } }),
      advanced: { sweepEveryMs: false },
      onError: () => {},
    })
    const { token } = await store.keys.create({ name: 'test' })
    const { origin, close } = await serve(createNodeHandler(store, { onError: () => {} }))
    const upload = () => {
      const body = new FormData()
      body.set('file', new Blob([new Uint8Array(size)]), 'a.bin')
      const headers = { authorization: `Bearer ${token}` }
      return fetch(`${origin}/api/v1/assets`, { method: 'POST', headers, body })
    }

    const refused = await upload()
    expect(refused.status).toBe(507)
    expect(await refused.text()).toContain('"insufficient_storage"')
    expect((await store.list()).total).toBe(0)
    const left = await readdir(directory, { recursive: true, withFileTypes: true })
    expect(left.filter((entry) => entry.isFile())).toEqual([])
    full = false
    expect((await upload()).status).toBe(201)

    await close()
    await store.close()
    await rm(directory, { recursive: true })
  },
)
