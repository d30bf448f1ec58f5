import { seededChoices } from '@stowage/testing/seeds'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../errors/api-error.ts'
import { type Part, readParts } from './read-parts.ts'

const BOUNDARY = 'x-boundary'
const LIMITS = { parts: 256, partHeader: 16 * 1024, textField: 64 * 1024 }

interface PlainPart {
  readonly name: string
  readonly fileName: string | undefined
  readonly content: string
}

/** The body in pieces of this size, each in memory of its own. */
async function* inChunks(body: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < body.length; at += size) yield Buffer.from(body.subarray(at, at + size))
}

async function plain({ name, fileName, content }: Part): Promise<PlainPart> {
  if (typeof content === 'string') return { name, fileName, content }
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(Buffer.from(chunk))
  return { name, fileName, content: Buffer.concat(chunks).toString('utf8') }
}

async function partsOf(body: Buffer, size = body.length, limits = LIMITS): Promise<PlainPart[]> {
  const parts: PlainPart[] = []
  for await (const part of readParts(inChunks(body, size), BOUNDARY, limits)) {
    parts.push(await plain(part))
  }
  return parts
}

function formOf(parts: readonly PlainPart[]): Buffer {
  const pieces = parts.flatMap(({ name, fileName, content }) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`,
    fileName === undefined ? '' : `; filename="${fileName}"`,
    `\r\n\r\n${content}\r\n`,
  ])
  return Buffer.from(`${pieces.join('')}--${BOUNDARY}--\r\n`)
}

/** Pieces that look like framing, and are not. */
const NEAR_FRAMING = [
  '\r',
  '\n',
  '\r\n',
  '--',
  '\r\n--',
  '\r\n--x-bound',
  '-',
  'a',
  '\r\r\n--x',
  '\0',
  'é',
]

function randomParts(random: (below: number) => number): PlainPart[] {
  return Array.from({ length: random(4) }, (_, index) => ({
    name: `part ${index}`,
    fileName: random(2) === 0 ? undefined : `${index}.bin`,
    content: Array.from(
      { length: random(30) },
      () => NEAR_FRAMING[random(NEAR_FRAMING.length)],
    ).join(''),
  }))
}

describe('readParts', () => {
  it('reads files and fields, however the body is cut', async () => {
    const parts = [
      { name: 'note', fileName: undefined, content: 'some text' },
      { name: 'file', fileName: 'a.bin', content: `\r\n--${BOUNDARY.slice(0, -1)}\r\r\n--` },
      { name: 'empty', fileName: 'e', content: '' },
      { name: 'last', fileName: 'b', content: '\r' },
    ]
    const body = formOf(parts)
    for (const size of [1, 2, 3, 5, 7, 16, 61, body.length]) {
      expect(await partsOf(body, size)).toEqual(parts)
    }
  })

  it('reads content that looks like framing', async () => {
    for (let seed = 0; seed < 300; seed += 1) {
      const random = seededChoices(seed).below
      const parts = randomParts(random)
      const body = formOf(parts)
      expect(await partsOf(body, 1 + random(40)), `seed ${seed}`).toEqual(parts)
    }
  })

  it('ends with parts or a refusal for every mutation of a form', async () => {
    for (let seed = 0; seed < 1000; seed += 1) {
      const random = seededChoices(seed).below
      const body = formOf(randomParts(random))
      for (let edits = 1 + random(4); edits > 0; edits -= 1) {
        body[random(body.length)] = random(256)
      }
      const mutated = random(2) === 0 ? body : body.subarray(0, random(body.length))
      try {
        await partsOf(mutated, 1 + random(64))
      } catch (error) {
        expect(error, `seed ${seed}`).toBeInstanceOf(ApiError)
      }
    }
  })

  it('takes no more chunks than the part that is asked for needs', async () => {
    const body = formOf([{ name: 'file', fileName: 'a', content: 'x'.repeat(100_000) }])
    let taken = 0
    const counted = async function* () {
      for await (const chunk of inChunks(body, 1000)) {
        taken += 1
        yield chunk
      }
    }
    const parts = readParts(counted(), BOUNDARY, LIMITS)
    const { value: part } = await parts.next()
    expect(taken).toBe(1)
    for await (const _ of part?.content ?? []) break
    expect(taken).toBeLessThanOrEqual(2)
    expect((await parts.next()).done).toBe(true)
    expect(taken).toBe(101)
  })

  it('skips what the consumer leaves of a part', async () => {
    const body = formOf([
      { name: 'long', fileName: 'a', content: 'x'.repeat(1000) },
      { name: 'next', fileName: 'b', content: 'y' },
    ])
    const names: string[] = []
    for await (const { name, content } of readParts(inChunks(body, 10), BOUNDARY, LIMITS)) {
      names.push(name)
      for await (const _ of content) break
    }
    expect(names).toEqual(['long', 'next'])
  })

  it('lets go of the body as soon as its reader wants no more, or fails', async () => {
    const body = formOf([
      { name: 'one', fileName: 'a', content: 'x'.repeat(1000) },
      { name: 'two', fileName: 'b', content: 'y' },
    ])
    for (const failure of [undefined, new Error('the disk is full')]) {
      let isHeld = true
      const held = async function* () {
        try {
          yield* inChunks(body, 10)
        } finally {
          isHeld = false
        }
      }
      const reading = (async () => {
        for await (const { content } of readParts(held(), BOUNDARY, LIMITS)) {
          for await (const _ of content) break
          if (failure !== undefined) throw failure
          break
        }
      })()
      if (failure === undefined) await reading
      else await expect(reading).rejects.toBe(failure)
      expect(isHeld).toBe(false)
    }
  })

  it('ends only when the body has ended', async () => {
    const failure = new Error('connection lost')
    const cutAfterForm = async function* () {
      yield formOf([{ name: 'file', fileName: 'a', content: 'x' }])
      throw failure
    }
    const parts = readParts(cutAfterForm(), BOUNDARY, LIMITS)
    await parts.next()
    await expect(parts.next()).rejects.toBe(failure)
  })

  it('allows as many parts as the limit says', async () => {
    const parts = (count: number) =>
      formOf(Array.from({ length: count }, () => ({ name: 'x', fileName: undefined, content: '' })))
    const limits = { ...LIMITS, parts: 3 }
    for (const count of [2, 3]) expect(await partsOf(parts(count), 20, limits)).toHaveLength(count)
    await expect(partsOf(parts(4), 20, limits)).rejects.toMatchObject({
      status: 422,
      problems: [{ code: 'invalid_body', meta: { limit: 3 } }],
    })
  })

  it('allows as many bytes of a header as the limit says', async () => {
    const header = 'Content-Disposition: form-data; name="x'
    const body = (length: number) =>
      Buffer.from(`--${BOUNDARY}\r\n${header}${'x'.repeat(length)}"\r\n\r\n\r\n--${BOUNDARY}--`)
    const limits = { ...LIMITS, partHeader: header.length + '"'.length + 10 }
    for (const size of [1, 7, 1000]) {
      for (const length of [9, 10]) {
        expect(await partsOf(body(length), size, limits)).toHaveLength(1)
      }
      for (const length of [11, 5000, 20_000]) {
        await expect(partsOf(body(length), size, limits)).rejects.toMatchObject({ status: 400 })
      }
    }
  })

  it('allows as many bytes of a text as the limit says', async () => {
    const body = (length: number) =>
      formOf([{ name: 'note', fileName: undefined, content: 'x'.repeat(length) }])
    const limits = { ...LIMITS, textField: 10 }
    for (const size of [1, 7, 1000]) {
      for (const length of [9, 10]) {
        expect(await partsOf(body(length), size, limits)).toHaveLength(1)
      }
      await expect(partsOf(body(11), size, limits)).rejects.toMatchObject({
        problems: [{ code: 'body_too_large', source: { parameter: 'note' }, meta: { limit: 10 } }],
      })
    }
  })

  it.each([
    ['a text over its limit', 'form-data; name="note"', 413],
    ['a part that busboy would pass over', 'attachment; name="note"', 400],
    ['a part too many', 'form-data; name="note"; filename="a"', 422],
  ])('refuses %s without waiting for its end', async (_, disposition, status) => {
    let taken = 0
    const endless = async function* () {
      yield formOf([{ name: 'file', fileName: 'a', content: '' }]).subarray(0, -4)
      yield Buffer.from(`\r\nContent-Disposition: ${disposition}\r\n\r\n`)
      for (; taken < 1000; taken += 1) yield Buffer.from('x')
    }
    const parts = readParts(endless(), BOUNDARY, {
      ...LIMITS,
      parts: status === 422 ? 1 : 2,
      textField: 10,
    })
    await parts.next()
    await expect(parts.next()).rejects.toMatchObject({ status })
    expect(taken).toBeLessThan(12)
  })

  it('reports a Content-Digest, and names as browsers escape them', async () => {
    const text = [
      `--${BOUNDARY}`,
      'Content-Disposition: form-data; name="file"; filename="say %22hi%22.txt"',
      'content-digest: sha-256=:abc=:',
      '',
      'x',
      `--${BOUNDARY}`,
      "Content-Disposition: form-data; name=file; filename=x; filename*=UTF-8''na%C3%AFve%2522.txt",
      '',
      'y',
      `--${BOUNDARY}--`,
    ].join('\r\n')
    for (const size of [1, 5, 1000]) {
      const parts: unknown[] = []
      for await (const part of readParts(inChunks(Buffer.from(text), size), BOUNDARY, LIMITS)) {
        parts.push([part.fileName, part.contentDigest])
      }
      expect(parts).toEqual([
        ['say "hi".txt', 'sha-256=:abc=:'],
        ['naïve%22.txt', undefined],
      ])
    }
  })

  it('ends at the last boundary, before any bytes behind it', async () => {
    const parts = [{ name: 'file', fileName: 'a', content: 'x' }]
    const begun = formOf([{ name: 'file', fileName: 'b', content: 'y' }]).subarray(0, -20)
    const body = Buffer.concat([formOf(parts), Buffer.from(`x\r\n--${BOUNDARY}\r\n`), begun])
    for (const size of [1, 7, 1000]) expect(await partsOf(body, size)).toEqual(parts)
  })

  it('takes a form without parts', async () => {
    for (const size of [1, 100]) {
      expect(await partsOf(Buffer.from(`--${BOUNDARY}--`), size)).toEqual([])
    }
  })

  it.each([
    ['', 'nothing'],
    [`--${BOUNDARY}`, 'the end after a boundary'],
    [`--${BOUNDARY}\r\nContent-Disposition: form-data; name="x"\r\n`, 'the end within a header'],
    [
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="x"\r\n\r\ny`,
      'the end within content',
    ],
    [`--${BOUNDARY}\r\n\r\ny\r\n--${BOUNDARY}--`, 'a part without a header'],
    [
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="x"\r\nContent-Type: text/plain; charset=klingon\r\n\r\ny\r\n--${BOUNDARY}--`,
      'an unknown charset',
    ],
    [
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="x"; filename*=UTF-8''%zz\r\n\r\ny\r\n--${BOUNDARY}--`,
      'a part that busboy would pass over',
    ],
    [
      `--${BOUNDARY}\nContent-Disposition: form-data; name="x"\n\ny\n--${BOUNDARY}--`,
      'bare line feeds',
    ],
  ])('refuses %j: %s', async (text) => {
    for (const size of [1, 1000]) {
      await expect(partsOf(Buffer.from(text), size)).rejects.toMatchObject({
        problems: [{ code: 'malformed_request' }],
      })
    }
  })
})
