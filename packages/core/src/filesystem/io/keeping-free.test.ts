import { describe, expect, it } from 'vitest'
import type { FileSystem } from './file-system.ts'
import { keepingFree } from './keeping-free.ts'
import { nodeFileSystem } from './node-file-system.ts'

const MIB = 1024 ** 2

/** A volume that takes what it is given. */
function volume({ free, total }: { free: number; total: number }) {
  const state = { free, looks: 0 }
  const fileSystem: FileSystem = {
    ...nodeFileSystem,
    async room() {
      state.looks += 1
      return { free: state.free, total }
    },
    async write(_fd, chunks) {
      const bytes = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0)
      await new Promise(setImmediate)
      state.free -= bytes
      return bytes
    },
  }
  return { state, fileSystem }
}

const chunk = [new Uint8Array(MIB)]

describe('keepingFree', () => {
  it.each([
    ['64 MiB of a large volume', { free: 70, total: 10_000 }, undefined, 64],
    ['a tenth of a small one', { free: 20, total: 100 }, undefined, 10],
    ['what is said', { free: 20, total: 10_000 }, 15 * MIB, 15],
  ])('keeps %s', async (_what, { free, total }, keepFree, left) => {
    const { state, fileSystem } = volume({ free: free * MIB, total: total * MIB })
    const kept = keepingFree(fileSystem, { directory: '/', keepFree })
    const writes = Array.from({ length: 100 }, () => kept.write(0, chunk, 0))
    const outcomes = await Promise.allSettled(writes)
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused[0]).toMatchObject({
      reason: { code: 'insufficient_storage', message: expect.stringMatching(/Purge/) },
    })
    // What is under way at once is counted before it is there, so a few may be refused early.
    expect(state.free).toBeGreaterThanOrEqual(left * MIB)
    await expect(kept.write(0, [new Uint8Array(state.free)], 0)).rejects.toMatchObject({
      code: 'insufficient_storage',
    })
    state.free += 100 * MIB
    expect(await kept.write(0, chunk, 0)).toBe(MIB)
  })

  it('fills the volume up to its reserve one after the other, and looks seldom while there is plenty', async () => {
    const { state, fileSystem } = volume({ free: 1000 * MIB, total: 10_000 * MIB })
    const kept = keepingFree(fileSystem, { directory: '/', keepFree: 100 * MIB })
    let written = 0
    while (await kept.write(0, chunk, 0).catch(() => 0)) written += 1
    expect(written).toBe(900)
    expect(state.looks).toBeLessThan(450)
  })

  it('leaves half of the reserve free when several processes fill the volume at once', async () => {
    const { state, fileSystem } = volume({ free: 300 * MIB, total: 10_000 * MIB })
    const processes = Array.from({ length: 8 }, () =>
      keepingFree(fileSystem, { directory: '/', keepFree: undefined }),
    )
    let written = 0
    do {
      const outcomes = await Promise.allSettled(processes.map((kept) => kept.write(0, chunk, 0)))
      written = outcomes.filter(({ status }) => status === 'fulfilled').length
    } while (written > 0)
    expect(state.free).toBeGreaterThanOrEqual(32 * MIB)
    expect(state.free).toBeLessThan(72 * MIB)
  })

  it('writes without a check where the file system has no room to tell, or none is kept', async () => {
    const { fileSystem } = volume({ free: 0, total: 0 })
    expect(
      await keepingFree(fileSystem, { directory: '/', keepFree: undefined }).write(0, chunk, 0),
    ).toBe(MIB)
    expect(keepingFree(fileSystem, { directory: '/', keepFree: 0 })).toBe(fileSystem)
  })
})
