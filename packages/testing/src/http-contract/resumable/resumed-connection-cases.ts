import assert from 'node:assert/strict'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import type { ContractCase } from '../../contract/contract.ts'
import type { HttpFixture } from '../../http/http-fixture.ts'
import { openConnection } from '../../http/raw-exchange.ts'
import { requestHead } from '../../http/raw-http.ts'
import { TUS, told, type UploadClient, uploadClientOf } from './upload-client.ts'

/** Path below `/api/v1`. */
function pathOf(url: string): string {
  return url.slice(url.indexOf('/uploads/'))
}

/** Sends the head and the bytes, and resolves to all that comes until the server closes. */
async function spoken(
  { baseUrl }: HttpFixture,
  { http: { key } }: UploadClient,
  [method, path]: readonly [string, string],
  lines: readonly string[],
  body = '',
): Promise<string> {
  const socket = await openConnection({ baseUrl })
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  const head = requestHead({ baseUrl, key }, method, path, ...lines, 'Connection: close')
  socket.write(`${head}\r\n${body}`)
  await once(socket, 'close')
  return Buffer.concat(chunks).toString('latin1')
}

/**
 * Cuts off a request after its first bytes until some were stored: they may be lost with a connection that breaks before
 * the server reads them. `cut` gets the milliseconds that it waits before it breaks the connection, and resolves to the
 * URL of the upload.
 */
async function untilStored(
  client: UploadClient,
  cut: (pause: number) => Promise<string>,
): Promise<string> {
  for (let pause = 10; pause < 20_000; pause *= 2) {
    const url = await cut(pause)
    const [offset] = told(await client.send('HEAD', url, TUS), 'upload-offset')
    if (offset === '5') return url
    assert.equal(offset, '0')
  }
  throw new Error('Nothing was kept of requests that were cut.')
}

const DRAFT = ['Upload-Complete: ?1', 'Content-Type: text/plain', 'Content-Length: 5']

/** Connections that break, and interim answers. */
export const resumedConnectionCases: readonly ContractCase<HttpFixture>[] = [
  {
    name: 'tus: the server SHOULD store as much of the received data as possible when a request breaks off',
    needs: ['sockets'],
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const url = await client.create({ 'upload-length': '11' })
      const head = requestHead(
        { baseUrl: fixture.baseUrl, key: client.http.key },
        'PATCH',
        pathOf(url),
        'Tus-Resumable: 1.0.0',
        'Upload-Offset: 0',
        'Content-Type: application/offset+octet-stream',
        'Content-Length: 11',
      )
      await untilStored(client, async (pause) => {
        const socket = await openConnection(fixture)
        socket.write(`${head}\r\nhello`)
        await setTimeout(pause)
        socket.destroy()
        return url
      })
      assert.equal(await client.stored(await client.patch(url, 5, ' world')), 'hello world')
    },
  },
  {
    name: 'draft: 104 MUST include `Location`, the limits and the interop version of the client',
    needs: ['ownsConnections'],
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      for (const version of [5, 6, 7, 8]) {
        const lines = [...DRAFT, `Upload-Draft-Interop-Version: ${version}`]
        for (const path of ['/uploads', '/assets']) {
          const text = await spoken(fixture, client, ['POST', path], lines, 'hello')
          const [interim = '', final = ''] = text.split('\r\n\r\n')
          assert.match(interim, /^HTTP\/1\.1 104 Upload Resumption Supported\r\n/)
          assert.match(interim, new RegExp(`upload-draft-interop-version: ${version}(?:\r|$)`))
          assert.match(interim, /upload-limit: max-size=\d+/)
          const [, location = ''] = /\r\nlocation: (\S+)/.exec(interim) ?? []
          assert.match(final, /^HTTP\/1\.1 201 /)
          const state = await client.send('HEAD', location, {})
          assert.deepEqual(told(state, 'upload-complete', 'upload-offset'), ['?1', '5'])
        }
      }
    },
  },
  {
    name: 'draft: 104 MUST NOT be sent when the interop version is missing or mismatching',
    needs: ['ownsConnections'],
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      for (const lines of [[], ['4'], ['9'], ['"8"'], ['8.0']]) {
        const all = [...DRAFT, ...lines.map((line) => `Upload-Draft-Interop-Version: ${line}`)]
        const text = await spoken(fixture, client, ['POST', '/uploads'], all, 'hello')
        assert.match(text, /^HTTP\/1\.1 201 /)
      }
    },
  },
  {
    name: 'draft: 100 (Continue) MUST NOT be omitted because 104 was sent; 104 of progress MUST NOT have `Location`',
    needs: ['ownsConnections'],
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const lines = [
        'Upload-Complete: ?0',
        'Upload-Length: 11',
        'Content-Length: 5',
        'Upload-Draft-Interop-Version: 8',
        'Expect: 100-continue',
      ]
      const text = await spoken(fixture, client, ['POST', '/uploads'], lines, 'hello')
      const heads = text.split('\r\n\r\n').filter((head) => head.startsWith('HTTP/1.1'))
      const statuses = heads.map((head) => head.slice(9, 12))
      assert.deepEqual([...new Set(statuses)].toSorted(), ['100', '104', '201'])
      const [, ...progress] = heads.filter((head) => head.includes(' 104 '))
      for (const head of progress) assert.ok(!/\r\nlocation:/i.test(head), head)
      const [, location = ''] = /\r\nlocation: (\S+)/.exec(text) ?? []
      assert.deepEqual(told(await client.send('HEAD', location, {}), 'upload-offset'), ['5'])
    },
  },
  {
    name: 'draft: what came of a creation that breaks off can be resumed by the URL of its 104',
    needs: ['ownsConnections'],
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const head = requestHead(
        { baseUrl: fixture.baseUrl, key: client.http.key },
        'POST',
        '/assets',
        'Upload-Complete: ?1',
        'Content-Disposition: attachment; filename="a.txt"',
        'Content-Length: 11',
        'Upload-Draft-Interop-Version: 6',
      )
      const location = await untilStored(client, async (pause) => {
        const socket = await openConnection(fixture)
        socket.write(`${head}\r\nhello`)
        const [interim] = (await once(socket, 'data')) as [Buffer]
        await setTimeout(pause)
        socket.destroy()
        return /\r\nlocation: (\S+)/.exec(String(interim))?.[1] ?? ''
      })
      const last = await client.append(location, 5, ' world', { 'upload-complete': '?1' })
      assert.equal(await client.stored(last), 'hello world')
    },
  },
]
