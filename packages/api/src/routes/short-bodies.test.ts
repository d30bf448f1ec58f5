import { Readable } from 'node:stream'
import { HTTP_SIGNING_SECRET, HTTP_WEBHOOKS } from '@stowage/testing/http'
import { createApiFixture, UPLOAD_HEADERS, uploadForm } from '@stowage/testing/internal'
import { describe, expect, it } from 'vitest'
import { ROUTES } from './routes.ts'

const RAW_HEADERS = {
  'content-type': 'text/plain',
  'content-disposition': 'attachment; filename="a.txt"',
}

/** What is whole in itself: only its announced length tells that something is missing. */
function contentsFor(type: 'json' | 'multipart' | 'file' | 'bytes', path: string) {
  if (type === 'json') {
    return [{ headers: { 'content-type': 'application/json' }, bytes: Buffer.from('{}') }]
  }
  const field = path.endsWith('/bulk-upload') ? 'files[]' : 'file'
  const form = String(uploadForm('cut')).replace('name="file"', `name="${field}"`)
  const asForm = { headers: UPLOAD_HEADERS, bytes: Buffer.from(form) }
  if (type === 'multipart') return [asForm]
  return [asForm, { headers: RAW_HEADERS, bytes: Buffer.from('cut') }]
}

describe('a body that is shorter than its Content-Length', () => {
  it('is refused by every route that takes a body, and changes nothing', async () => {
    const { send, store } = await createApiFixture(
      { fromUrl: () => Buffer.from('fetched'), baseUrl: 'https://media.example' },
      { webhooks: HTTP_WEBHOOKS, signing: { secrets: [HTTP_SIGNING_SECRET] } },
    )
    const asset = await store.upload(Buffer.from('first'))
    const folder = await store.folders.create({ name: 'a' })
    const ids: Readonly<Record<string, string>> = { assetId: asset.id, folderId: folder.id }
    const stateOf = async () => ({
      usage: await store.usage(),
      assets: (await store.list({ trashed: 'with' })).assets,
      folders: await store.folders.list(),
      keys: (await store.keys.list()).length,
    })
    const before = await stateOf()
    const { token: key } = await store.keys.create({
      name: 'all',
      permissions: ['read', 'write', 'delete', 'manage'],
    })
    // Of an upload that can be resumed, what came is kept.
    const withBody = ROUTES.filter(
      ({ operation: { body } }) => body !== undefined && body.type !== 'bytes',
    )
    expect(withBody.length).toBeGreaterThan(10)
    for (const { method, path, operation } of withBody) {
      const target = path.replace(/\{(\w+)\}/, (_, name: string) => ids[name] ?? `no ${name}`)
      for (const { headers, bytes } of contentsFor(operation.body?.type ?? 'json', path)) {
        const { status, errors } = await send(method, target, {
          headers: {
            ...headers,
            authorization: `Bearer ${key}`,
            'content-length': String(bytes.length + 1),
          },
          body: Readable.from([bytes], { objectMode: false }),
        })
        const { code, detail } = errors[0] ?? { code: '', detail: '' }
        const outcome = [status, code, detail.includes('ended early')]
        expect(outcome, `${method} ${path}`).toEqual([400, 'malformed_request', true])
      }
    }
    expect(await stateOf()).toEqual({ ...before, keys: before.keys + 1 })
  })
})
