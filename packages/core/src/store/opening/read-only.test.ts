import { Readable } from 'node:stream'
import { describe, expect, it, vi } from 'vitest'
import { createMemoryBlobs, createMemoryMetadata } from '../../memory.ts'
import { createAssetStore } from './create-asset-store.ts'

async function storedOne() {
  const metadata = createMemoryMetadata()
  const blobs = createMemoryBlobs()
  const store = createAssetStore({ metadata, blobs, advanced: { sweepEveryMs: false } })
  const asset = await store.upload(Buffer.from('hello'), { name: 'a.txt' })
  const { token } = await store.keys.create({ name: 'test' })
  const onError = vi.fn()
  const readOnly = createAssetStore({
    metadata,
    blobs,
    readOnly: true,
    advanced: { sweepEveryMs: 1 },
    onError,
  })
  const ticket = await store.tickets.create()
  return { asset, token, ticket, readOnly, onError, blobs }
}

describe('readOnly', () => {
  it('still lists, reads and knows keys, without a word to onError', async () => {
    const { asset, token, ticket, readOnly, onError } = await storedOne()
    expect(readOnly.view.readOnly).toBe(true)
    expect((await readOnly.list()).total).toBe(1)
    expect((await readOnly.folders.list()).total).toBe(0)
    expect(Buffer.from(await (await readOnly.read(asset.id)).bytes()).toString()).toBe('hello')
    expect(await readOnly.keys.verify(token)).not.toBeNull()
    expect(await readOnly.tickets.verify(ticket.token)).toEqual(ticket.ticket)
    expect((await readOnly.admin.verify()).problems).toEqual([])
    await readOnly.admin.ping()
    await readOnly.close()
    expect(onError).not.toHaveBeenCalled()
  })

  it('refuses every change as unavailable, an upload before its bytes are asked for', async () => {
    const { asset, readOnly, blobs } = await storedOne()
    const { id } = asset
    const source = new Readable({ read: vi.fn() })
    const read = vi.spyOn(source, 'read')
    for (const change of [
      () => readOnly.upload(source),
      () => readOnly.update(id, { name: 'b.txt' }),
      () => readOnly.trash(id),
      () => readOnly.restore(id),
      () => readOnly.purge(id),
      () => readOnly.select(id).move(null),
      () => readOnly.folders.create({ name: 'a' }),
      () => readOnly.folders.update('unknown', { name: 'a' }),
      () => readOnly.folders.delete('unknown'),
      () => readOnly.admin.resolveScan(id, 'infected'),
      () => readOnly.keys.create({ name: 'another' }),
      () => readOnly.tickets.create(),
      () => readOnly.tickets.revoke('unknown'),
      () => readOnly.admin.sweep(),
      () => readOnly.admin.startVerify(),
      () => readOnly.admin.startScanAgain(),
      () => readOnly.admin.verify({ repair: true }),
      () => readOnly.admin.pauseDeletion(),
    ]) {
      await expect(change(), String(change)).rejects.toMatchObject({ code: 'unavailable' })
    }
    expect(read).not.toHaveBeenCalled()
    expect((await readOnly.get(id)).name).toBe('a.txt')
    let count = 0
    for await (const _ of blobs.list()) count += 1
    expect(count).toBe(1)
  })
})
