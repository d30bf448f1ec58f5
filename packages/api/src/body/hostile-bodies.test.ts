import { Readable } from 'node:stream'
import { createApiFixture, heavyBodies, plainBody, relativeCost } from '@stowage/testing/internal'
import { describe, expect, it } from 'vitest'

const SIZE = 1_000_000

describe('a hostile body', async () => {
  const { send } = await createApiFixture()
  const ask = (body: string) =>
    send('POST', '/assets/bulk-trash', {
      headers: { 'content-type': 'application/json' },
      body: Readable.from([Buffer.from(body)], { objectMode: false }),
    })

  it.each(Object.entries(heavyBodies(SIZE)))(
    'of %s and 1 MB costs little more than a plain one',
    async (_, body) => {
      const plain = plainBody(SIZE)
      expect(
        await relativeCost(
          () => ask(body),
          () => ask(plain),
        ),
      ).toBeLessThan(8)
    },
  )
})
