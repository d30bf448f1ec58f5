import { describe, expect, it } from 'vitest'
import { readerOf } from '../../testing/read-bytes.ts'
import { EditedFile } from './edited-file.ts'
import { CannotClean, Edits, MOST_BLOCK } from './edits.ts'

const FILE = { start: 0, end: 100 }
const NOTHING = Buffer.alloc(0)

describe('Edits', () => {
  it('changes nothing outside of the file', () => {
    const edits = new Edits({ start: 10, end: 20 })
    edits.zero({ start: 0, end: 2 ** 44 })
    edits.zero({ start: 2 ** 40, end: 2 ** 44 })
    edits.replace(18, NOTHING, Buffer.from('abcd'))
    expect(edits.list).toEqual([{ start: 10, end: 20, bytes: null }])
  })

  it('gives each part once, in the order of the file', () => {
    const edits = new Edits(FILE)
    edits.replace(50, NOTHING, Buffer.from('abcdef'))
    edits.zero({ start: 52, end: 54 })
    edits.zero({ start: 3, end: 5 })
    for (let count = 0; count < 20_000; count += 1) edits.zero({ start: 4, end: 9 })
    expect(edits.list).toEqual([
      { start: 3, end: 9, bytes: null },
      { start: 50, end: 52, bytes: Buffer.from('ab') },
      { start: 52, end: 54, bytes: null },
      { start: 54, end: 56, bytes: Buffer.from('ef') },
    ])
  })

  it('leaves nothing that one of two edits takes out', () => {
    const edits = new Edits(FILE)
    edits.replace(10, NOTHING, Buffer.from('clean one'))
    edits.replace(15, NOTHING, Buffer.from('clean two'))
    edits.replace(40, NOTHING, Buffer.from('the same'))
    edits.replace(40, NOTHING, Buffer.from('the same'))
    expect(edits.list).toEqual([
      { start: 10, end: 15, bytes: Buffer.from('clean') },
      { start: 15, end: 19, bytes: null },
      { start: 19, end: 24, bytes: Buffer.from('n two') },
      { start: 40, end: 48, bytes: Buffer.from('the same') },
    ])
  })

  it('forgets the last edits of a part, and no others', () => {
    const edits = new Edits(FILE)
    edits.zero({ start: 3, end: 5 })
    edits.zero({ start: 50, end: 55 })
    edits.replace(60, NOTHING, Buffer.from('ab'))
    edits.discard({ start: 40, end: 70 })
    expect(edits.list).toEqual([{ start: 3, end: 5, bytes: null }])
  })

  it('gives up on very many parts, and on parts in no order', () => {
    const edits = new Edits({ start: 0, end: 10 ** 7 })
    expect(() => {
      for (let at = 0; at < 10 ** 6; at += 2) edits.zero({ start: at, end: at + 1 })
    }).toThrow(CannotClean)
    const mixed = new Edits({ start: 0, end: 10 ** 7 })
    expect(() => {
      for (let at = 10 ** 5; at > 0; at -= 2) mixed.zero({ start: at, end: at + 1 })
    }).toThrow(CannotClean)
  })

  it('cleans a block once, zeroes a large one, and bounds all of a file', async () => {
    const bytes = Buffer.alloc(17 * MOST_BLOCK, 1)
    const reader = readerOf(bytes, 2 ** 28)
    const edits = new Edits({ start: 0, end: bytes.length })
    let calls = 0
    const clean = (block: Buffer) => {
      calls += 1
      return block
    }
    for (let again = 0; again < 2; again += 1) await edits.rewrite(reader, FILE, clean)
    await edits.rewrite(reader, { start: 0, end: MOST_BLOCK + 1 }, clean)
    expect(calls).toBe(1)
    expect(edits.list).toHaveLength(1)
    const all = async () => {
      for (let at = 1; at < 17; at += 1) {
        await edits.rewrite(reader, { start: at, end: at + MOST_BLOCK }, clean)
      }
    }
    await expect(all()).rejects.toThrow(CannotClean)
  })
})

describe('EditedFile', () => {
  it('edits the chunks of a file as the whole', () => {
    const bytes = Buffer.alloc(3 * 2 ** 20, 1)
    const edits = [
      { start: 10, end: 20, bytes: null },
      { start: 20, end: 23, bytes: Buffer.from('abc') },
      { start: 23, end: 2 ** 20 + 5, bytes: null },
      { start: 2 ** 21 - 1, end: 2 ** 21 + 1, bytes: Buffer.from('xy') },
    ]
    const file = new EditedFile(edits)
    const whole = file.apply(0, bytes)
    const parts: Uint8Array[] = []
    for (let at = 0; at < bytes.length; at += 70_001) {
      parts.push(file.apply(at, bytes.subarray(at, at + 70_001)))
    }
    expect(Buffer.concat(parts).equals(whole)).toBe(true)
    expect(Buffer.from(whole.subarray(9, 24)).toString('latin1')).toBe(
      `\x01${'\0'.repeat(10)}abc\0`,
    )
    expect(bytes.every((byte) => byte === 1)).toBe(true)
    const untouched = bytes.subarray(2 ** 21 + 1)
    expect(file.apply(2 ** 21 + 1, untouched)).toBe(untouched)
  })
})
