import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { ROUTES } from '../routes/routes.ts'
import { createApiFixture } from '../testing/api-fixture.ts'
import { relativeCost } from '../testing/cpu-time.ts'

const ID = '019b3c5e-7a54-7c0e-9d3f-5f1b0a6f4e21'

/** As many items or members as have so many characters, commas included. */
function many(size: number, piece: (index: number) => string): string {
  const pieces: string[] = []
  for (let length = 0; length < size - 20; length += (pieces.at(-1)?.length ?? 0) + 1) {
    pieces.push(piece(pieces.length))
  }
  return pieces.join()
}

/** Bodies that take long to parse, to look at or to repeat in an answer. */
function hostileBodies(size: number): Readonly<Record<string, string>> {
  const names = many(size, (index) => `"a${index}":1`)
  return {
    'an unknown member of escapes': `{"data":{"${'~/'.repeat(size / 2)}":1}}`,
    'a long unknown member': `{"${'a'.repeat(size)}":1}`,
    'unknown members': `{${names}}`,
    'names of filters': `{"expected":1,"filter":{${names}}}`,
    'names in data': `{"data":{"attributes":{${names}}}}`,
    brackets: '['.repeat(size / 2) + ']'.repeat(size / 2),
    'open braces': '{"a":'.repeat(size / 5),
    'a flat list of lists': `[${many(size, () => '[]')}]`,
    ids: `{"asset_ids":[${many(size, (index) => `"x${index}"`)}]}`,
    'one id again and again': `{"asset_ids":[${many(size, () => '"x"')}]}`,
    tags: `{"data":{"type":"upload-tickets","attributes":{"tags":[${many(size, () => '"x"')}]}}}`,
    metadata: `{"data":{"attributes":{"metadata":{${names}}}}}`,
    languages: `{"data":{"type":"assets","id":"${ID}","meta":{"alt":{${names}}}}}`,
    numbers: `[${many(size, () => '1e999999')}]`,
    digits: `[${'1'.repeat(size)}]`,
    'links that are passed over': `{"links":[${many(size, () => '{}')}]}`,
    'quotes and backslashes': `{"data":"${'\\"'.repeat(size / 2)}"}`,
  }
}

const SIZE = 1_000_000
/** A body of the same size, which is read, checked and parsed like any other. */
const PLAIN = `{"links":"${'a'.repeat(SIZE)}"}`

describe('a hostile body', async () => {
  const { send, store } = await createApiFixture({ fromUrl: true })
  const { token } = await store.keys.create({
    name: 'all',
    permissions: ['read', 'write', 'delete', 'manage'],
  })
  const ask = (method: string, path: string, body: string) =>
    send(method, path, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: Readable.from([Buffer.from(body)], { objectMode: false }),
    })

  for (const { method, path } of ROUTES.filter(
    ({ operation }) => operation.body?.type === 'json',
  )) {
    it(`of any kind is refused in a few words by ${method} ${path}`, async () => {
      const url = path.replace(/\{\w+\}/, ID)
      for (const [name, body] of Object.entries(hostileBodies(100_000))) {
        const { status, text } = await ask(method, url, body)
        expect([400, 422], `${name}: ${text.slice(0, 200)}`).toContain(status)
        expect(text.length, name).toBeLessThan(2000)
      }
    })
  }

  it.each(Object.entries(hostileBodies(SIZE)))(
    'of %s and 1 MB costs little more than a plain one',
    async (_, body) => {
      const askFor = (each: string) => () => ask('POST', '/assets/bulk-trash', each)
      expect(await relativeCost(askFor(body), askFor(PLAIN))).toBeLessThan(8)
    },
  )
})
