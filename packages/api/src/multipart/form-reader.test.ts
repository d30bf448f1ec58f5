import { forSeeds } from '@stowage/testing/seeds'
import { describe, expect, it } from 'vitest'
import { FormReader } from './form-reader.ts'

const BOUNDARY = 'b--b'
const DELIMITER = `\r\n--${BOUNDARY}`
const HEADER = 'A: b\r\n\r\n'
const SIZES = [1, 2, 3, 5, 7, 1000]

async function* inChunks(text: string, ...sizes: number[]): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text, 'latin1')
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1
    yield bytes.subarray(at, at + size)
    at += size
  }
}

/** Header and content of each part. */
async function partsOf(
  chunks: AsyncIterator<Buffer>,
  headerLimit = 1000,
): Promise<[header: string, content: string][]> {
  const form = new FormReader(chunks, BOUNDARY, headerLimit)
  const parts: [string, string][] = []
  while (true) {
    const header = await form.nextHeader()
    if (header === undefined) return parts
    const content: Buffer[] = []
    for await (const piece of form.content()) content.push(piece)
    parts.push([header.toString('latin1'), Buffer.concat(content).toString('latin1')])
  }
}

/** A form of parts with this content. */
function formOf(...contents: string[]): string {
  const parts = contents.map((content) => `--${BOUNDARY}\r\n${HEADER}${content}\r\n`)
  return `${parts.join('')}--${BOUNDARY}--`
}

async function contentsOf(form: string, ...sizes: number[]): Promise<string[]> {
  const parts = await partsOf(inChunks(form, ...sizes))
  return parts.map(([, content]) => content)
}

describe('FormReader', () => {
  it.each([
    [`--b--b--`, '', []],
    [`--b--b\r\n${HEADER}\r\n--b--b--`, '', [['A: b', '']]],
    [`preamble\r\n--b--b\r\n${HEADER}x\r\n--b--b--`, '\r\nepilogue', [['A: b', 'x']]],
    [
      `--b--b\r\n${HEADER}x\r\n--b--b\r\n${HEADER}y\r\n--b--b--`,
      `\r\n--b--b\r\n${HEADER}z`,
      [
        ['A: b', 'x'],
        ['A: b', 'y'],
      ],
    ],
    [
      `--b--b\r\n${HEADER}\r\n--b--\r\n--b-\r\r\n--b--a\r\n--b--b--`,
      'x',
      [['A: b', '\r\n--b--\r\n--b-\r\r\n--b--a']],
    ],
    [
      `--b--b\r\n${HEADER}x--b--b\r--b--b\n--b--b\r\n--b--b--`,
      '',
      [['A: b', 'x--b--b\r--b--b\n--b--b']],
    ],
    [`--b--b\r\n--b--: c\r\nX: --b--b\r\n\r\nx\r\n--b--b--`, '', [['--b--: c\r\nX: --b--b', 'x']]],
    [`--b--b\r\n\r\nx\r\n--b--b--`, '', [['', 'x']]],
  ])('reads %j, and nothing of what follows it: %j', async (form, epilogue, parts) => {
    for (const size of SIZES) {
      expect(await partsOf(inChunks(form + epilogue, size)), `${size}`).toEqual(parts)
    }
  })

  it.each([
    ['', 'nothing'],
    ['no boundary', 'no boundary'],
    [`--b--b\r\n${HEADER}x`, 'no last boundary'],
    [`--b--b\r\n${HEADER}x\r\n--b--b-`, 'half of the last boundary'],
    [`--b--b\r\n${HEADER}x\r\n--b--b\rContent-Disposition: y\r\n\r\nz\r\n--b--b--`, 'no LF'],
    [`--b--b\n${HEADER}x\r\n--b--b--`, 'no CR'],
    [`--b--bb\r\n${HEADER}x\r\n--b--b--`, 'a longer boundary'],
    [`--b--b-\r\n${HEADER}x\r\n--b--b--`, 'one dash'],
    [`--b--b \r\n${HEADER}x\r\n--b--b--`, 'a space'],
    [`--b--b\r\nA: b\r\n--b--b\r\n${HEADER}x\r\n--b--b--`, 'a boundary within a header'],
    [`--b--b\r\n--b--b\r\n${HEADER}x\r\n--b--b--`, 'a boundary instead of a header'],
    [`--b--b\r\n${HEADER}--b--b\r\n${HEADER}x\r\n--b--b--`, 'a boundary at the end of a header'],
  ])('refuses %j: %s', async (text) => {
    for (const size of SIZES) {
      await expect(partsOf(inChunks(text, size)), `${size}`).rejects.toMatchObject({ status: 400 })
    }
  })

  it('takes a header of as many bytes as its limit says', async () => {
    const form = (length: number) =>
      `--b--b\r\n${'a'.repeat(length)}\r\n\r\nx\r\n--b--b\r\nA: b\r\n\r\n\r\n--b--b--`
    for (const size of [...SIZES, 10, 17, 18]) {
      for (const length of [9, 10]) {
        expect(await partsOf(inChunks(form(length), size), 10)).toHaveLength(2)
      }
      for (const length of [11, 12, 5000]) {
        await expect(partsOf(inChunks(form(length), size), 10)).rejects.toMatchObject({
          status: 400,
        })
      }
    }
  })

  it('refuses a header that never ends as soon as it is over its limit', async () => {
    let taken = 0
    const endless = (async function* () {
      yield Buffer.from('--b--b\r\n')
      for (; taken < 100_000; taken += 1) yield Buffer.from('a')
    })()
    await expect(partsOf(endless, 100)).rejects.toMatchObject({ status: 400 })
    expect(taken).toBeLessThan(110)
  })

  it('takes the body to its end', async () => {
    const failure = new Error('connection lost')
    const cut = async function* () {
      yield Buffer.from('--b--b--\r\n')
      throw failure
    }
    await expect(partsOf(cut())).rejects.toBe(failure)
  })

  it.each([
    `\r\r\n\r\n-\r\n--b\r\n--\r\n--b--`,
    `\r\n--b--${DELIMITER.slice(0, 3)}b`,
    `${'x'.repeat(20)}\r\n--b-`,
  ])('finds the boundaries around %j, in chunks of any size', async (content) => {
    const contents = ['one', content, '', content]
    const form = formOf(...contents)
    for (let size = 1; size <= form.length; size += 1) {
      for (const sizes of [[size], [size, 1], [1, size], [size, 3, 7]]) {
        expect(await contentsOf(form, ...sizes)).toEqual(contents)
      }
    }
  })

  it('finds a boundary behind many that are none', async () => {
    const content = '\r\n--x'.repeat(1000)
    for (const size of [1, 7, 64, 10_000]) {
      expect(await contentsOf(formOf(content, 'end'), size)).toEqual([content, 'end'])
    }
  })

  const bodies = forSeeds('finds boundaries in bytes', 3, async (numbers) => {
    const random = (below: number) => Math.floor(numbers() * below)
    for (let round = 0; round < 200; round += 1) {
      const contents = Array.from({ length: random(8) }, () =>
        Array.from({ length: random(20) }, () => '\r\n-b'[random(4)]).join(''),
      ).filter((content) => !`\r\n${content}\r\n`.includes(DELIMITER))
      const sizes = Array.from({ length: 4 }, () => 1 + random(12))
      expect(await contentsOf(formOf(...contents), ...sizes)).toEqual(contents)
    }
  })
  for (const { name, run } of bodies) it(`${name} of which most are of a boundary`, () => run())

  it('gives every byte at once that cannot begin a boundary, and copies no content', async () => {
    const bytes = Buffer.from('0123456789\r\n--')
    const chunks = inChunks(`--b--b\r\n${HEADER}first`, 1000)
    const form = new FormReader(chunks, BOUNDARY, 100)
    await form.nextHeader()
    const content = form.content()[Symbol.asyncIterator]()
    expect((await content.next()).value?.toString()).toBe('first')
    chunks.next = async () => ({ done: false, value: bytes })
    const { value } = await content.next()
    expect(value?.toString()).toBe('0123456789')
    expect([value?.buffer, value?.byteOffset]).toEqual([bytes.buffer, bytes.byteOffset])
  })

  it('ends the content of a part with the next header', async () => {
    const form = new FormReader(inChunks(formOf('first', 'second'), 1000), BOUNDARY, 100)
    await form.nextHeader()
    const first = form.content()
    await form.nextHeader()
    for await (const piece of first) expect.unreachable(`${piece}`)
    const pieces: string[] = []
    for await (const piece of form.content()) pieces.push(piece.toString())
    expect(pieces).toEqual(['second'])
  })
})
