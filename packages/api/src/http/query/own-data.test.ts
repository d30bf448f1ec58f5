import { Readable } from 'node:stream'
import type { MetadataSchema } from '@stowage/core'
import { createApiFixture } from '@stowage/testing/internal'
import { expect, it } from 'vitest'

/** `client` is required. */
const metadataSchema: MetadataSchema = {
  '~standard': {
    version: 1,
    vendor: 'test',
    validate: (value) =>
      'client' in Object(value)
        ? { value }
        : { issues: [{ message: 'Say for whom.', path: ['client'] }] },
  },
}
const detail = '`metadata.client` is not accepted here: Say for whom.'

it('tells clients what the schema of the app says', async () => {
  const { store, send, upload } = await createApiFixture({}, { metadataSchema })
  const uploaded = await upload('x')
  expect(uploaded.status).toBe(422)
  expect(uploaded.errors).toMatchObject([{ detail, source: { parameter: 'metadata' } }])
  const { id } = await store.upload(Buffer.from('x'), { metadata: { client: 'acme' } })
  const changes = { data: { type: 'assets', id, meta: { metadata: { other: 1 } } } }
  const { status, errors } = await send('PATCH', `/assets/${id}`, {
    headers: { 'content-type': 'application/json' },
    body: Readable.from([Buffer.from(JSON.stringify(changes))], { objectMode: false }),
  })
  expect(status).toBe(422)
  expect(errors).toMatchObject([{ detail, source: { pointer: '/data/meta/metadata/client' } }])
})
