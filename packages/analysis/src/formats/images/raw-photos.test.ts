import { describe, expect, it } from 'vitest'
import { createAnalyzer } from '../../analyzer/create-analyzer.ts'
import { bytesAsFile } from '../../reading/bytes-as-file.ts'
import { join, le, zeros } from '../../testing/bytes.ts'

const analyzer = createAnalyzer()

const PREVIEW = [160, 120] as const
const FULL = [4032, 3024] as const
/** The header, and a first directory of seven entries. */
const FIRST = 8 + 2 + 7 * 12 + 4

function entry(tag: number, type: number, value: number, count = 1): Buffer {
  return join(le(tag, 2), le(type, 2), le(count, 4), le(value, 4))
}

function directory(...entries: readonly Buffer[]): Buffer {
  return join(le(entries.length, 2), ...entries, zeros(4))
}

/** A DNG of two pictures, turned by a quarter; its maker's name is at the end. */
function dng(first: readonly [number, number], second: readonly [number, number]): Buffer {
  const size = (picture: readonly [number, number]) => [
    entry(254, 4, picture === PREVIEW ? 1 : 0),
    entry(256, 4, picture[0]),
    entry(257, 4, picture[1]),
  ]
  const others = [entry(271, 2, 5000, 9), entry(274, 3, 6), entry(330, 4, FIRST)]
  const version = entry(50706, 1, 0x0401)
  const directories = [directory(...size(first), ...others, version), directory(...size(second))]
  return join('II*\0', le(8, 4), ...directories, zeros(6000))
}

async function factsOf(bytes: Uint8Array, name = 'file') {
  return (await analyzer.analyze(bytesAsFile(bytes), { name })).facts
}

describe('a DNG', () => {
  const upright = { mimeType: 'image/x-adobe-dng', width: 3024, height: 4032 }

  it.each([
    ['before', dng(PREVIEW, FULL)],
    ['after', dng(FULL, PREVIEW)],
  ])('has the size of its full picture, with a preview %s it', async (_, bytes) => {
    expect(await factsOf(bytes)).toMatchObject(upright)
  })

  it.each([
    ['its pictures', 600],
    ['the directory of its preview', FIRST],
    ['where the next directory is', FIRST - 4],
  ])('that is cut short before %s is one, and has its size', async (_, length) => {
    expect(await factsOf(dng(FULL, PREVIEW).subarray(0, length))).toMatchObject(upright)
  })

  it('that is cut short before the directory of its full picture is one', async () => {
    const { mimeType } = await factsOf(dng(PREVIEW, FULL).subarray(0, FIRST))
    expect(mimeType).toBe(upright.mimeType)
  })

  it.each([20, 9])('of which %i bytes are left is a TIFF without a size', async (length) => {
    const facts = await factsOf(dng(FULL, PREVIEW).subarray(0, length), 'photo.dng')
    expect(facts).toMatchObject({ mimeType: 'image/tiff', width: null, height: null })
  })
})

describe('a CRW of Canon', () => {
  it('is one by its head, not by its name', async () => {
    const crw = join('II\x1a\0\0\0HEAPCCDR', zeros(300))
    const unknown = { width: null, height: null, durationSeconds: null }
    expect(await factsOf(crw)).toMatchObject({ type: 'image', mimeType: 'image/x-canon-crw' })
    expect(await factsOf(crw)).toMatchObject(unknown)
    const other = await factsOf(join('II\x1a\0\0\0HEAPJPGM', zeros(300)), 'photo.crw')
    expect(other.mimeType).toBe('application/octet-stream')
  })
})
