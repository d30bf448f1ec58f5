import { describe, expect, it, vi } from 'vitest'
import { BoundedReader, BudgetExceeded } from './bounded-reader.ts'
import { bytesAsFile } from './bytes-as-file.ts'

const ample = { maxTimeMs: 60_000, maxBytes: 1 << 20, maxReads: 1000 }

function counting(size: number) {
  const file = bytesAsFile(Buffer.from(Array.from({ length: size }, (_, index) => index & 0xff)))
  const read = vi.fn(file.read)
  return { file: { ...file, read }, read }
}

describe('BoundedReader', () => {
  it('clips windows to the file', async () => {
    const reader = new BoundedReader(bytesAsFile(Buffer.from('abc')), ample)
    expect((await reader.read(1, 10)).toString()).toBe('bc')
    expect(await reader.read(7, 10)).toHaveLength(0)
    expect(await reader.read(2, 1)).toHaveLength(0)
  })

  it('refuses offsets that are none', async () => {
    const reader = new BoundedReader(bytesAsFile(Buffer.from('abc')), ample)
    await expect(reader.read(-1, 2)).rejects.toThrow(RangeError)
    await expect(reader.read(Number.NaN, 2)).rejects.toThrow(RangeError)
  })

  it('fetches neighbouring small windows once', async () => {
    const { file, read } = counting(100_000)
    const reader = new BoundedReader(file, ample)
    expect([...(await reader.read(50_000, 50_004))]).toEqual([80, 81, 82, 83])
    expect([...(await reader.read(50_100, 50_102))]).toEqual([180, 181])
    expect(read).toHaveBeenCalledTimes(1)
  })

  it('keeps the head while it reads elsewhere', async () => {
    const { file, read } = counting(100_000)
    const reader = new BoundedReader(file, ample)
    await reader.head()
    await reader.read(90_000, 90_010)
    await reader.read(8, 16)
    expect(read).toHaveBeenCalledTimes(2)
  })

  it('stops at its byte budget, and stays stopped', async () => {
    const reader = new BoundedReader(bytesAsFile(Buffer.alloc(50_000)), {
      ...ample,
      maxBytes: 20_000,
    })
    await reader.read(0, 20_000)
    await expect(reader.read(20_000, 20_001)).rejects.toMatchObject({ reason: 'budget' })
    await expect(reader.read(0, 1)).rejects.toThrow(BudgetExceeded)
  })

  it('stops after its number of reads', async () => {
    const reader = new BoundedReader(bytesAsFile(Buffer.alloc(10)), { ...ample, maxReads: 2 })
    await reader.read(0, 1)
    await reader.read(0, 1)
    await expect(reader.read(0, 1)).rejects.toMatchObject({ reason: 'budget' })
  })

  it('stops after its number of fetches, but not of reads of what it has', async () => {
    const { file, read } = counting(100_000)
    const reader = new BoundedReader(file, { ...ample, maxFetches: 2 })
    await reader.read(0, 1)
    await reader.read(1, 2)
    await reader.read(50_000, 50_001)
    await reader.read(2, 3)
    await expect(reader.read(90_000, 90_001)).rejects.toMatchObject({ reason: 'budget' })
    expect(read).toHaveBeenCalledTimes(2)
  })

  it('stops when its time is up', async () => {
    const reader = new BoundedReader(bytesAsFile(Buffer.alloc(10)), { ...ample, maxTimeMs: -1 })
    await expect(reader.read(0, 1)).rejects.toMatchObject({ reason: 'time' })
  })

  it('rejects with the reason of an aborted signal', async () => {
    const reason = new Error('enough')
    const reader = new BoundedReader(
      bytesAsFile(Buffer.alloc(10)),
      ample,
      AbortSignal.abort(reason),
    )
    await expect(reader.read(0, 1)).rejects.toBe(reason)
  })

  it('lets timers run during a long walk over bytes in memory', async () => {
    const reader = new BoundedReader(bytesAsFile(Buffer.alloc(10)), {
      ...ample,
      maxReads: Infinity,
    })
    let isDue = false
    setTimeout(() => {
      isDue = true
    }, 1)
    let reads = 0
    while (!isDue && reads < 10_000_000) {
      await reader.read(0, 1)
      reads += 1
    }
    expect(isDue).toBe(true)
  })
})
