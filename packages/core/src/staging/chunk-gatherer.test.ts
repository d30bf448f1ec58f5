import { describe, expect, it } from 'vitest'
import { ChunkGatherer } from './chunk-gatherer.ts'

describe('ChunkGatherer', () => {
  it('keeps the order of small and large chunks', () => {
    const gatherer = new ChunkGatherer()
    const sizes = [1, 5000, 3, 0, 4095, 4096, 1, 1, 70_000, 2]
    const chunks = sizes.map((size, n) => Buffer.alloc(size, n))
    for (const chunk of chunks) gatherer.add(chunk)
    expect(gatherer.size).toBe(sizes.reduce((sum, size) => sum + size))
    expect(Buffer.compare(Buffer.concat(gatherer.take()), Buffer.concat(chunks))).toBe(0)
    expect([gatherer.size, gatherer.take()]).toEqual([0, []])
  })

  it('copies small chunks together', () => {
    const gatherer = new ChunkGatherer()
    for (let n = 0; n < 200_000; n += 1) gatherer.add(new Uint8Array(1))
    expect(gatherer.take()).toHaveLength(4)
  })
})
