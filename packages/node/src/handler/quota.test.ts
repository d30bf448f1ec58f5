import { openTemporaryStore, type TemporaryStore } from '@stowage/testing/http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectRaw } from '../testing/raw-connection.ts'
import { type Serving, serve } from '../testing/serve.ts'
import { createNodeHandler } from './create-node-handler.ts'

const QUOTA = 1_000_000

let temporary: TemporaryStore
let serving: Serving

beforeEach(async () => {
  temporary = await openTemporaryStore({ quota: () => QUOTA })
  const handler = createNodeHandler(temporary.store)
  serving = await serve(handler)
  handler.attach(serving.server)
})

afterEach(async () => {
  await serving.close()
  await temporary.dispose()
})

function head(path: string, length: number, ...lines: string[]): string {
  return [
    `POST /api/v1${path} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${temporary.key}`,
    'Content-Type: multipart/form-data; boundary=b',
    `Content-Length: ${length}`,
    ...lines,
    '\r\n',
  ].join('\r\n')
}

describe.each(['/assets', '/assets/bulk-upload'])('a quota and POST %s', (path) => {
  it('refuses what is announced to be over it before any of it has come', async () => {
    const connection = await connectRaw(serving.port)
    connection.send(head(path, 100_000_000))
    const answer = await connection.untilClosed()
    expect(answer).toMatch(/^HTTP\/1.1 507 [\s\S]*"code":"insufficient_storage"/)
    connection.socket.destroy()
  })

  it('does not ask for a body that it would refuse', async () => {
    const connection = await connectRaw(serving.port)
    connection.send(head(path, 100_000_000, 'Expect: 100-continue'))
    expect(await connection.untilClosed()).toMatch(/^HTTP\/1.1 507 /)
    connection.socket.destroy()
  })

  it('takes what fits, asked for or not', async () => {
    for (const expect100 of [false, true]) {
      const connection = await connectRaw(serving.port)
      const field = path === '/assets' ? 'file' : 'files[]'
      const disposition = `Content-Disposition: form-data; name="${field}"; filename="a"`
      const body = `--b\r\n${disposition}\r\n\r\n${'x'.repeat(400_000)}\r\n--b--\r\n`
      connection.send(head(path, body.length, ...(expect100 ? ['Expect: 100-continue'] : [])))
      if (expect100) await connection.until('100 Continue')
      connection.send(body)
      expect(await connection.until('"data"')).toContain('HTTP/1.1 201')
      connection.socket.destroy()
    }
  })
})
