import { copyFile, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { newAsset, stored, storedOne } from '@stowage/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openAssetStore } from '../../store/opening/open-asset-store.ts'
import { openSqliteMetadata } from '../metadata/open-sqlite-metadata.ts'
import { databaseFile, testedDrivers } from './drivers.fixture.ts'

const gone = { code: 'unavailable', message: expect.stringContaining('removed or replaced') }

describe.each(testedDrivers)('openSqliteMetadata on %s', (driver) => {
  async function opened() {
    const file = await databaseFile()
    const metadata = await openSqliteMetadata({ file, driver })
    onTestFinished(() => metadata.close())
    return { file, metadata }
  }

  it.each(['', '-wal', '-shm'])(
    'acknowledges nothing once its file “%s” is removed',
    async (suffix) => {
      const { file, metadata } = await opened()
      await storedOne(metadata)
      await rm(file + suffix)
      await expect(metadata.blobs.reserve(['key'], { lifetime: 1 })).rejects.toMatchObject(gone)
      // Not because of what SQLite makes anew either.
      await expect(metadata.blobs.reserve(['key'], { lifetime: 1 })).rejects.toMatchObject(gone)
    },
  )

  it.each(['', '-wal', '-shm'])(
    'acknowledges no first write when its file “%s” was removed before',
    async (suffix) => {
      const { file, metadata } = await opened()
      await rm(file + suffix)
      for (let times = 0; times < 2; times += 1) {
        await expect(metadata.blobs.reserve(['key'], { lifetime: 1 })).rejects.toMatchObject(gone)
      }
      // SQLite itself makes a log where the thread that writes is about to open the database.
      if (suffix === '') expect(await readdir(dirname(file))).not.toContain(basename(file))
    },
  )

  it('says so whenever its file is removed during a first write', async () => {
    for (let delay = 0; delay < 20; delay += 1) {
      const { file, metadata } = await opened()
      const first = metadata.blobs.reserve(['key'], { lifetime: 1 }).then(
        () => null,
        (error: unknown) => error,
      )
      await setTimeout(delay)
      await rm(file)
      const failure = await first
      if (failure !== null) expect(failure, `after ${delay} ms`).toMatchObject(gone)
      await expect(metadata.blobs.reserve(['key'], { lifetime: 1 })).rejects.toMatchObject(gone)
      expect(await readdir(dirname(file))).not.toContain(basename(file))
    }
  })

  it('acknowledges no first write to a file that took its place', async () => {
    const { file, metadata } = await opened()
    await rename(file, `${file}.away`)
    await copyFile(`${file}.away`, file)
    await expect(stored(metadata, [newAsset()])).rejects.toMatchObject(gone)
    await rename(`${file}.away`, file)
    await stored(metadata, [newAsset()])
  })

  it('acknowledges nothing while another file is in its place, and goes on when it is back', async () => {
    const { file, metadata } = await opened()
    const { id } = await storedOne(metadata)
    await rename(file, `${file}.away`)
    await copyFile(`${file}.away`, file)
    await expect(stored(metadata, [newAsset()])).rejects.toMatchObject(gone)
    await expect(metadata.assets.get({ id })).rejects.toMatchObject(gone)
    await rename(`${file}.away`, file)
    await stored(metadata, [newAsset()])
    expect((await metadata.assets.get({ id }))?.id).toBe(id)
  })
})

describe('openAssetStore', () => {
  it('is unavailable to uploads, sweeps, reads and pings once its database is removed', async () => {
    const directory = join(await databaseFile(), '..')
    const store = await openAssetStore({ directory, advanced: { sweepEveryMs: false } })
    const { id } = await store.upload(Buffer.from('a'))
    await rm(join(directory, 'stowage.db'))
    await setTimeout(150)
    for (const call of [
      () => store.admin.ping(),
      () => store.upload(Buffer.from('b')),
      () => store.admin.sweep(),
      () => store.get(id),
    ]) {
      await expect(call(), String(call)).rejects.toMatchObject(gone)
    }
    await store.close()
  })
})
