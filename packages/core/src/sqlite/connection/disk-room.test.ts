import fs, { type StatsFs } from 'node:fs'
import { mkdir, open, realpath, symlink, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { assertRoomForWalIndex, openingFailure } from './disk-room.ts'
import { databaseFile } from './drivers.fixture.ts'

const statfsSync = vi.spyOn(fs, 'statfsSync')

/** What the file system reports from now on. Default: 1 KiB blocks, no limit of files. */
function fileSystem(facts: Partial<StatsFs>): void {
  const all = { type: 0, bsize: 1024, blocks: 1e6, bfree: 1e6, bavail: 1e6, files: 0, ffree: 0 }
  statfsSync.mockReturnValue({ ...all, ...facts } as StatsFs)
}

beforeEach(() => {
  statfsSync.mockReset()
})
afterAll(() => statfsSync.mockRestore())

describe('assertRoomForWalIndex', () => {
  /** Passes with so many free KiB, and with no fewer. */
  function expectAsked(file: string, kibibytes: number): void {
    fileSystem({ bavail: kibibytes })
    expect(() => assertRoomForWalIndex(file)).not.toThrow()
    fileSystem({ bavail: kibibytes - 1 })
    expect(() => assertRoomForWalIndex(file)).toThrow(
      expect.objectContaining({
        code: 'insufficient_storage',
        message: expect.stringContaining(`${kibibytes} KiB`),
      }),
    )
  }

  it('asks for one part of the index, and what opening writes', async () => {
    expectAsked(await databaseFile(), 32 + 512)
  })

  it('asks for a further part for each 4096 pages of log, less the header', async () => {
    const file = await databaseFile()
    await writeFile(`${file}-wal`, '')
    for (const [pages, parts] of [
      [4061, 1],
      [4062, 2],
      [8157, 2],
      [8158, 3],
    ] as const) {
      await truncate(`${file}-wal`, pages * (4096 + 24))
      expectAsked(file, parts * 32 + 512)
    }
  })

  it('asks for little where the index has its room already', async () => {
    const file = await databaseFile()
    const index = await open(`${file}-shm`, 'w')
    await index.write(Buffer.alloc(32 * 1024, 1))
    await index.sync()
    await index.close()
    expectAsked(file, 8)
  })

  it('looks where the database is that a link leads to', async () => {
    const link = await databaseFile()
    const file = path.join(path.dirname(link), 'elsewhere', 'b.db')
    await mkdir(path.dirname(file))
    await writeFile(file, '')
    await writeFile(`${file}-wal`, '')
    await truncate(`${file}-wal`, 4062 * (4096 + 24))
    await symlink(file, link)
    expectAsked(link, 2 * 32 + 512)
    expect(statfsSync).toHaveBeenLastCalledWith(path.dirname(await realpath(file)))
  })

  it.each([
    ['with blocks of a page', { bsize: 4096, bavail: 0 }],
    ['that does not report its size', { blocks: 0, bavail: 0 }],
  ])('asks nothing of a file system %s', async (_, facts) => {
    fileSystem(facts)
    const file = await databaseFile()
    expect(() => assertRoomForWalIndex(file)).not.toThrow()
  })
})

describe('openingFailure', () => {
  const unopened = Object.assign(new Error('unable to open'), { code: 'SQLITE_CANTOPEN' })

  it('is insufficient_storage where not all three files can be made', async () => {
    fileSystem({ files: 1000, ffree: 2 })
    expect(openingFailure(unopened, await databaseFile())).toMatchObject({
      code: 'insufficient_storage',
      cause: unopened,
    })
  })

  it.each([
    ['they can', { files: 1000, ffree: 3 }],
    ['there is no limit', { files: 0, ffree: 0 }],
  ])('is what the driver said where %s', async (_, facts) => {
    fileSystem(facts)
    expect(openingFailure(unopened, await databaseFile())).toBe(unopened)
  })

  it('is what the driver said of any other failure', async () => {
    fileSystem({ files: 1000, ffree: 0 })
    const broken = Object.assign(new Error('malformed'), { code: 'SQLITE_CORRUPT' })
    expect(openingFailure(broken, await databaseFile())).toBe(broken)
  })
})
