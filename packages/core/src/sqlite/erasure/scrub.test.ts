import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openAssetStore } from '../../store/opening/open-asset-store.ts'
import type { SqliteClient } from '../driver/client.ts'
import { scrub } from './scrub.ts'

/** Names of the files below a folder that hold this text. */
async function filesWith(folder: string, marker: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const found = await Promise.all(
    files.map(async ({ name, parentPath }) => {
      const bytes = await readFile(join(parentPath, name))
      return bytes.includes(marker) ? [name] : []
    }),
  )
  return found.flat()
}

it('leaves no trace of an erased tenant in the folder, the database and its log', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'stowage-erase-'))
  try {
    const store = await openAssetStore({
      directory,
      audit: true,
      advanced: { sweepEveryMs: false },
    })
    const marker = 'zanzibarmarker'
    const acme = store.for({ tenant: marker }).for({ actor: `${marker}-user` })
    const { id: folderId } = await acme.folders.create({ name: marker })
    const more = { folderId, title: marker, tags: [marker], metadata: { note: marker } }
    for (let n = 0; n < 30; n += 1) {
      const { id } = await acme.upload(Buffer.from(`${marker} ${n}`), {
        name: `${marker}.txt`,
        ...more,
      })
      await acme.update(id, { name: `${marker}-${n}.txt`, alt: { en: marker } })
      if (n % 3 === 0) await acme.trash(id)
      if (n % 6 === 0) await acme.purge(id, { bytes: 'deleted' })
    }
    await acme.keys.create({ name: marker, permissions: ['read'] })
    await acme.tickets.create({ metadata: { note: marker } })
    const kept = await store.upload(Buffer.from('kept'), { name: 'kept.txt' })
    expect((await filesWith(directory, marker)).length).toBeGreaterThan(20)
    await store.admin.tenants.erase(marker, { confirm: marker })
    expect(await filesWith(directory, marker)).toEqual([])
    expect((await store.list()).assets).toMatchObject([{ id: kept.id }])
    await store.close()
    expect(await filesWith(directory, marker)).toEqual([])
  } finally {
    await rm(directory, { recursive: true })
  }
})

/** A client whose checkpoints find the log in use, each after so many milliseconds. */
function busyClient(millis: number) {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const get = vi.fn(() => {
    vi.advanceTimersByTime(millis)
    return { busy: 1 }
  })
  const client = { exec: () => {}, prepare: () => ({ get }) } as unknown as SqliteClient
  return { client, get }
}

it('makes no second attempt after a reader for which SQLite has waited long', () => {
  const { client, get } = busyClient(5000)
  expect(() => scrub(client)).toThrow(expect.objectContaining({ code: 'unavailable' }))
  expect(get).toHaveBeenCalledOnce()
})

it('empties the log again while another process does so', () => {
  const { client, get } = busyClient(1000)
  expect(() => scrub(client)).toThrow(expect.objectContaining({ code: 'unavailable' }))
  expect(get).toHaveBeenCalledTimes(4)
})
