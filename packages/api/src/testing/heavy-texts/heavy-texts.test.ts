import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createApiFixture } from '../api-fixture.ts'
import { HEAVY_TEXTS, plainText } from './heavy-texts.ts'
import { textPlaces } from './text-places.ts'

const BYTES = 60 * 1024

/** Milliseconds of the processor that a heavy text may take beside what a plain one of its size takes. */
const ALLOWED = 60

const { send, upload } = await createApiFixture({ fromUrl: true })
const { data } = await upload('x')
const places = textPlaces(data.id)

/** Milliseconds of the processor. */
async function cost({ request }: (typeof places)[number], text: string): Promise<number> {
  const { method, path, body, ...rest } = request(text)
  const sent = { ...rest, ...(body && { body: Readable.from([body], { objectMode: false }) }) }
  const before = process.cpuUsage()
  const { status } = await send(method, path, sent)
  const { user, system } = process.cpuUsage(before)
  expect(status).toBeLessThan(500)
  return (user + system) / 1000
}

describe('a place of a request that takes a text', () => {
  it('is known for every route with a body', () => {
    const names = places.map(({ name }) => name)
    for (const name of [
      'PATCH /assets/{assetId} /data/attributes/name',
      'PATCH /assets/{assetId} /data/meta/title',
      'PATCH /assets/{assetId} /data/meta/alt/en',
      'PATCH /assets/{assetId} /data/meta/metadata/a name',
      'POST /assets/bulk-tag /add/0',
      'POST /assets/bulk-trash /filter/q',
      'POST /folders /data/attributes/name',
      'POST /keys /data/attributes/name',
      'POST /upload-tickets /data/attributes/tags/0',
      'POST /assets form title',
      'GET /assets filter[q]',
    ]) {
      expect(names).toContain(name)
    }
    expect(new Set(names).size).toBeGreaterThan(100)
  })

  it.each(places.map((place) => [place.name, place] as const))(
    '%s: takes no more time for a text that is slow to normalise, fold or escape',
    async (_, place) => {
      const plain = await cost(place, plainText(BYTES))
      for (const [name, text] of Object.entries(HEAVY_TEXTS)) {
        expect(await cost(place, text(BYTES)), name).toBeLessThan(4 * plain + ALLOWED)
      }
    },
  )
})
