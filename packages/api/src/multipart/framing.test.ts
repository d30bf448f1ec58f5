import { describe, expect, it } from 'vitest'
import { wellFramed } from './framing.ts'

const BOUNDARY = 'b--b'
const HEADER = 'A: b\r\n\r\n'

async function* inChunks(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text, 'latin1')
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function framed(text: string, size: number): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of wellFramed(inChunks(text, size), BOUNDARY)) chunks.push(chunk)
  return Buffer.concat(chunks).toString('latin1')
}

const SIZES = [1, 2, 3, 5, 7, 1000]

describe('wellFramed', () => {
  it.each([
    [`--b--b--`, ''],
    [`--b--b\r\n${HEADER}\r\n--b--b--`, ''],
    [`preamble\r\n--b--b\r\n${HEADER}x\r\n--b--b--`, '\r\nepilogue'],
    [`--b--b\r\n${HEADER}x\r\n--b--b\r\n${HEADER}y\r\n--b--b--`, `\r\n--b--b\r\n${HEADER}z`],
    [`--b--b\r\n${HEADER}\r\n--b--\r\n--b-\r\r\n--b--a\r\n--b--b--`, 'x'],
    [`--b--b\r\n${HEADER}x--b--b\r--b--b\n--b--b\r\n--b--b--`, ''],
    [`--b--b\r\n--b--: c\r\nX: --b--b\r\n\r\nx\r\n--b--b--`, ''],
  ])('passes %j on, and nothing of what follows it: %j', async (form, epilogue) => {
    for (const size of SIZES) expect(await framed(form + epilogue, size), `${size}`).toBe(form)
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
      await expect(framed(text, size), `${size}`).rejects.toMatchObject({ status: 400 })
    }
  })

  it('takes the body to its end', async () => {
    const failure = new Error('connection lost')
    const cut = async function* () {
      yield Buffer.from('--b--b--\r\n')
      throw failure
    }
    const chunks = wellFramed(cut(), BOUNDARY)
    await chunks.next()
    await expect(chunks.next()).rejects.toBe(failure)
  })
})
