import { Readable } from 'node:stream'
import type { ApiFixture } from '@stowage/testing/http'
import { createApiFixture, UPLOAD_HEADERS } from '@stowage/testing/internal'
import { describe, expect, it, vi } from 'vitest'
import { API_ERRORS } from './errors/api-error-codes.ts'

interface Answer {
  readonly status: number
  readonly errors: readonly { readonly code: string }[]
}

type Refusal = readonly [status: number, code: string, ask: (api: ApiFixture) => Promise<Answer>]

const bodyOf = (content: string) => Readable.from([Buffer.from(content)], { objectMode: false })
const jsonOf = (value: unknown) => ({
  headers: { 'content-type': 'application/json' },
  body: bodyOf(JSON.stringify(value)),
})

/** What the store of each case has room for, in bytes. */
const QUOTA = 10

const EMPTY = '00000000-0000-7000-8000-000000000000'

function formOf(field: string, ...files: readonly (readonly [content: string, name: string])[]) {
  const parts = files.map(
    ([content, name]) =>
      `--x\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n${content}\r\n`,
  )
  return { headers: UPLOAD_HEADERS, body: bodyOf(`${parts.join('')}--x--\r\n`) }
}

async function storedId({ store }: ApiFixture): Promise<string> {
  return (await store.upload(Buffer.from('abc'), { name: 'a.txt' })).id
}

/** What clients are refused for. Each is asked of a store of its own. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  'an upload beyond the quota': [
    507,
    'insufficient_storage',
    ({ upload }) => upload('x'.repeat(QUOTA + 1)),
  ],
  'the upload that would fill the quota too far': [
    507,
    'insufficient_storage',
    async (api) => {
      await storedId(api)
      return api.upload('x'.repeat(QUOTA - 2))
    },
  ],
  'a form of files that are beyond the quota together': [
    507,
    'insufficient_storage',
    ({ send }) =>
      send(
        'POST',
        '/assets/bulk-upload',
        formOf('files[]', ['123456', 'a.txt'], ['7890ab', 'b.txt']),
      ),
  ],
  'a file by its URL beyond the quota': [
    507,
    'insufficient_storage',
    ({ send }) => send('POST', '/assets/from-url', jsonOf({ url: 'https://a.example/11' })),
  ],
  'content beyond the quota': [
    507,
    'insufficient_storage',
    async (api) =>
      api.send('PUT', `/assets/${await storedId(api)}/content`, {
        headers: { 'content-type': 'text/plain' },
        body: bodyOf('x'.repeat(QUOTA + 1)),
      }),
  ],
  'a page that there is none of': [
    400,
    'invalid_parameter',
    ({ send }) => send('GET', '/assets', { query: 'page=0' }),
  ],
  'no key': [
    401,
    'unauthenticated',
    ({ send }) => send('GET', '/assets', { headers: { authorization: undefined } }),
  ],
  'a key that was revoked': [
    401,
    'unauthenticated',
    async ({ store, upload }) => {
      const { token, key } = await store.keys.create({ name: 'gone' })
      await store.keys.revoke(key.id)
      return upload('x', { headers: { authorization: `Bearer ${token}` } })
    },
  ],
  'a permission that the key has not': [
    403,
    'forbidden',
    async ({ store, upload }) => {
      const { token } = await store.keys.create({ name: 'reader', permissions: ['read'] })
      return upload('x', { headers: { authorization: `Bearer ${token}` } })
    },
  ],
  'a route that there is none of': [404, 'route_not_found', ({ send }) => send('GET', '/nothing')],
  'an asset that there is none of': [
    404,
    'asset_not_found',
    ({ send }) => send('GET', `/assets/${EMPTY}`),
  ],
  'a method that the route has not': [
    405,
    'method_not_allowed',
    ({ send }) => send('PUT', '/assets'),
  ],
  'a client that takes no JSON': [
    406,
    'not_acceptable',
    ({ send }) => send('GET', '/assets', { headers: { accept: 'text/html' } }),
  ],
  'a body that does not come': [
    408,
    'request_timeout',
    ({ upload }) => upload('', { body: new Readable({ read() {} }) }),
  ],
  'a folder that there is': [
    409,
    'folder_exists',
    async ({ send, store }) => {
      await store.folders.create({ name: 'Trips' })
      const attributes = { name: 'Trips' }
      return send('POST', '/folders', jsonOf({ data: { type: 'folders', attributes } }))
    },
  ],
  'a file that is stored already': [
    409,
    'duplicate',
    async (api) => {
      await storedId(api)
      return api.upload('abc', { headers: { 'stowage-on-duplicate': 'refuse' } })
    },
  ],
  'an asset that was changed meanwhile': [
    412,
    'precondition_failed',
    async (api) =>
      api.send('PUT', `/assets/${await storedId(api)}/content`, {
        headers: { 'content-type': 'text/plain', 'if-match': '"another"' },
        body: bodyOf('x'),
      }),
  ],
  'events after one that is kept no longer': [
    410,
    'cursor_expired',
    ({ send }) =>
      send('GET', '/events', { query: 'page[after]=01890a5d-ac96-774b-bcce-b302099a8057' }),
  ],
  'a request that is too large': [413, 'body_too_large', ({ upload }) => upload('x'.repeat(2000))],
  'a file that is too large': [413, 'file_too_large', ({ upload }) => upload('x'.repeat(500))],
  'a body of another type': [
    415,
    'unsupported_media_type',
    ({ upload }) => upload('x', { headers: { 'content-type': 'text/plain' } }),
  ],
  'bytes behind the end of a file': [
    416,
    'range_not_satisfiable',
    async ({ send, store }) => {
      const { publicFileId } = await store.upload(Buffer.from('abc'))
      return send('GET', `/files/${publicFileId}/content`, { headers: { range: 'bytes=9-' } })
    },
  ],
  'a body that has not what it must': [
    422,
    'invalid_body',
    ({ send }) => send('POST', '/assets/from-url', jsonOf({})),
  ],
  'a file of a type that is not allowed': [
    422,
    'type_not_allowed',
    ({ upload }) => upload('%PDF-1.7'),
  ],
  'a file that the scan rejects': [
    422,
    'file_rejected',
    ({ send }) => send('POST', '/assets', formOf('file', ['x', 'virus.txt'])),
  ],
  'more uploads at once than allowed': [
    429,
    'too_many_requests',
    async ({ upload }) => {
      const first = upload('', { body: new Readable({ read() {} }) })
      const second = await upload('x')
      await first
      return second
    },
  ],
  'bytes that do not have their checksum': [
    460,
    'checksum_mismatch',
    ({ send }) =>
      send('POST', '/uploads', {
        headers: {
          'tus-resumable': '1.0.0',
          'upload-length': '2',
          'upload-checksum': 'crc32 AAAAAA==',
          'content-type': 'application/offset+octet-stream',
        },
        body: bodyOf('ab'),
      }),
  ],
}

/** What an adapter refuses before it asks the API, and what only another process can cause. */
const OF_OTHERS = [423, 431]

describe('what clients are refused for', () => {
  it('has every status of a refusal', () => {
    const statuses = Object.values(API_ERRORS).map(({ status }) => status as number)
    const refusals = new Set(statuses.filter((status) => status < 500))
    const told = new Set(Object.values(REFUSALS).map(([status]) => status))
    expect([...refusals].filter((status) => !told.has(status))).toEqual(OF_OTHERS)
  })

  it.each(Object.entries(REFUSALS))(
    '%s: the operator hears nothing of it',
    async (_, [status, code, ask]) => {
      const onError = vi.fn()
      const api = await createApiFixture(
        {
          onError,
          limits: { requestSize: 1000, concurrentUploadsPerKey: 1, idleTimeout: 100 },
          fromUrl: (url) => Buffer.alloc(Number(new URL(url).pathname.slice(1)), 'x'),
        },
        {
          quota: () => QUOTA,
          limits: { fileSize: 200 },
          allow: ['text/*'],
          scan: (_, { name }) => (name === 'virus.txt' ? { reject: 'EICAR' } : 'accept'),
        },
      )
      const answer = await ask(api)
      expect([answer.status, answer.errors[0]?.code]).toEqual([status, code])
      expect(onError).not.toHaveBeenCalled()
      await api.store.close()
    },
  )
})
