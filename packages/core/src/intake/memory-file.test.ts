import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { MemoryFile } from './memory-file.ts'

const bytes = Buffer.from(Array.from({ length: 30 }, (_, index) => index))
const pieces = [bytes.subarray(0, 10), bytes.subarray(10, 11), bytes.subarray(11)]

describe('MemoryFile', () => {
  it('reads and streams each window of its pieces, clipped to the file', async () => {
    const file = new MemoryFile(pieces)
    for (let start = 0; start <= 30; start += 1) {
      for (let end = start; end <= 32; end += 1) {
        const expected = bytes.subarray(start, end)
        expect(Buffer.compare(await file.read({ start, end }), expected)).toBe(0)
        expect(Buffer.compare(await buffer(file.stream({ start, end })), expected)).toBe(0)
      }
    }
  })

  it('copies nothing to read within a piece', async () => {
    const read = await new MemoryFile(pieces).read({ start: 12, end: 20 })
    expect([read.buffer, read.byteOffset]).toEqual([bytes.buffer, bytes.byteOffset + 12])
  })

  it('joins its pieces once, for whoever wants all of them', () => {
    const file = new MemoryFile(pieces)
    expect(file.pieces).toBe(pieces)
    const { content } = file
    expect(Buffer.compare(content, bytes)).toBe(0)
    expect(file.content).toBe(content)
    expect(file.pieces).toEqual([content])
  })
})
