import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { memoryFile, piecesOf } from './memory-file.ts'

const bytes = Buffer.from(Array.from({ length: 30 }, (_, index) => index))
const pieces = [bytes.subarray(0, 10), bytes.subarray(10, 11), bytes.subarray(11)]

describe('memoryFile', () => {
  it.each([
    ['one piece', [bytes]],
    ['several pieces', pieces],
  ])('reads and streams each window of %s, clipped to the file', async (_, came) => {
    // A wrapper takes a file to pieces like this.
    const { read, stream, ...facts } = memoryFile(came)
    expect(facts).toMatchObject({ size: 30, content: bytes })
    for (let start = 0; start <= 30; start += 1) {
      for (let end = start; end <= 32; end += 1) {
        const expected = bytes.subarray(start, end)
        expect(Buffer.compare(await read({ start, end }), expected)).toBe(0)
        expect(Buffer.compare(await buffer(stream({ start, end })), expected)).toBe(0)
      }
    }
  })

  it('copies nothing to read within a piece', async () => {
    const read = await memoryFile(pieces).read({ start: 12, end: 20 })
    expect([read.buffer, read.byteOffset]).toEqual([bytes.buffer, bytes.byteOffset + 12])
  })

  it('copies nothing to read a whole piece, whatever lies before and behind it', async () => {
    for (const [start, end] of [
      [0, 10],
      [10, 11],
      [11, 30],
    ] as const) {
      const read = await memoryFile(pieces).read({ start, end })
      expect([read.buffer, read.byteOffset, read.byteLength]).toEqual([
        bytes.buffer,
        bytes.byteOffset + start,
        end - start,
      ])
    }
  })

  it('joins its pieces once, for all readers that want them whole', () => {
    const file = memoryFile(pieces)
    expect(piecesOf(file)).toBe(pieces)
    const { content } = file
    expect(content).toEqual(bytes)
    expect(file.content).toBe(content)
    expect(piecesOf(file)).toEqual([content])
  })

  it('is written as it was wrapped', () => {
    const content = Buffer.from('sealed')
    expect(piecesOf({ ...memoryFile(pieces), content })).toEqual([content])
  })
})
