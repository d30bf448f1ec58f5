import { Readable } from 'node:stream'
import type { Principal } from '@stowage/core'
import { createApiFixture, UPLOAD_HEADERS } from '@stowage/testing/internal'
import { describe, expect, it } from 'vitest'

type Field = readonly [name: string, value: string, fileName?: string]

const FILE: Field = ['file', 'hello', 'a.txt']
const THANKS: Field = ['redirect_to', '/thanks?n=1']

function formOf(fields: readonly Field[]): { body: Readable; headers: Record<string, string> } {
  const parts = fields.map(([name, value, fileName]) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"`
    return `--x\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`
  })
  const body = Readable.from([Buffer.from(`${parts.join('')}--x--\r\n`)], { objectMode: false })
  // As a browser sends a form that a person submits.
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  return { body, headers: { ...UPLOAD_HEADERS, accept } }
}

const fixture = () => createApiFixture({ redirectTo: true })

describe('redirect_to', () => {
  it.each([
    ['/assets', [THANKS, FILE]],
    ['/assets', [FILE, THANKS]],
    ['/assets/bulk-upload', [THANKS, ['files[]', 'a', 'a.txt'], ['files[]', 'b', 'b.txt']]],
  ] as const)(
    'answers an upload to %s by 303, with nothing of the assets',
    async (path, fields) => {
      const { send, store } = await fixture()
      const { status, headers, text } = await send('POST', path, formOf(fields))
      expect([status, text]).toEqual([303, ''])
      expect(headers).toMatchObject({
        location: '/thanks?n=1',
        'cache-control': 'private, no-store',
        'content-length': '0',
      })
      const files = fields.filter(([, , fileName]) => fileName !== undefined)
      expect((await store.list()).total).toBe(files.length)
    },
  )

  it('leaves an upload without the field as it is', async () => {
    const { upload } = await fixture()
    const { status, headers, data } = await upload('x')
    expect([status, headers.location]).toEqual([
      201,
      `https://media.example/api/v1/assets/${data.id}`,
    ])
  })

  it('is ignored without the option, like every text field', async () => {
    const { send } = await createApiFixture()
    for (const value of ['/thanks', 'https://evil.example/']) {
      const { status } = await send('POST', '/assets', formOf([['redirect_to', value], FILE]))
      expect(status).toBe(201)
    }
  })

  it.each([
    ['', 'before'],
    ['https://evil.example/', 'before'],
    ['//evil.example', 'before'],
    ['/\\evil.example', 'before'],
    ['/.//evil.example', 'before'],
    ['//evil.example', 'behind'],
  ])('refuses %j %s the file, and stores nothing', async (value, place) => {
    const { send, store } = await fixture()
    const field: Field = ['redirect_to', value]
    const fields = place === 'before' ? [field, FILE] : [FILE, field]
    const { status, headers, errors } = await send('POST', '/assets', formOf(fields))
    expect([status, headers.location, headers['content-type']]).toEqual([
      400,
      undefined,
      'application/vnd.api+json',
    ])
    expect(errors).toMatchObject([
      { code: 'invalid_parameter', source: { parameter: 'redirect_to' } },
    ])
    expect((await store.list()).total).toBe(0)
  })

  it('may be given once', async () => {
    const { send, store } = await fixture()
    const { status, errors } = await send('POST', '/assets', formOf([THANKS, FILE, THANKS]))
    expect([status, errors[0]?.detail]).toEqual([400, 'Give it once.'])
    expect((await store.list()).total).toBe(0)
  })

  it('never follows an error: that stays JSON', async () => {
    const { send } = await fixture()
    const { status, headers, errors } = await send('POST', '/assets', formOf([THANKS]))
    expect([status, headers.location, errors[0]?.code]).toEqual([422, undefined, 'file_missing'])
  })

  it('follows a form that a page of the own origin posts with a cookie, and no other', async () => {
    const principal: Principal = {
      kind: 'external',
      id: '7',
      tenant: 'default',
      permissions: ['write'],
      ambient: true,
    }
    const { send } = await createApiFixture({ redirectTo: true, authenticate: () => principal })
    const post = (origin: string) => {
      const { body, headers } = formOf([THANKS, FILE])
      return send('POST', '/assets', { body, headers: { ...headers, origin } })
    }
    expect((await post('https://media.example')).status).toBe(303)
    expect((await post('https://evil.example')).status).toBe(403)
  })
})
