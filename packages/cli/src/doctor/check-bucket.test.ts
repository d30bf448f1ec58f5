import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { StowageError } from '@stowage/core'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { unreachable } from '../exit/cli-error.ts'
import { isNoStore } from '../target/no-store.ts'
import { checkBucket } from './check-bucket.ts'

/** What is found of a bucket whose service answers so. */
async function findingOf(answer: RequestListener) {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'a')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'b')
  vi.stubEnv('AWS_MAX_ATTEMPTS', '1')
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    vi.unstubAllEnvs()
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return checkBucket({
    kind: 'local',
    directory: tmpdir(),
    isDirectoryGiven: false,
    postgres: 'postgres://127.0.0.1:9/none',
    s3: `http://127.0.0.1:${port}/media`,
    tenant: undefined,
  })
}

/** A bucket in memory. `alter` changes what is read. */
function bucket(objects: Map<string, Buffer>, alter = (bytes: Buffer) => bytes): RequestListener {
  return async (request, response) => {
    const { method, url = '' } = request
    const [path = ''] = url.split('?')
    const body = await buffer(request)
    if (method === 'PUT') objects.set(path, body)
    if (method === 'POST') {
      objects.clear()
      response.end('<DeleteResult></DeleteResult>')
      return
    }
    const bytes = objects.get(path)
    if (bytes === undefined) response.writeHead(404).end()
    else if (method === 'PUT') response.end()
    else if (method === 'HEAD') response.setHeader('content-length', bytes.length).end()
    else {
      const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
      const part = alter(bytes).subarray(Number(first ?? 0), Number(last ?? bytes.length) + 1)
      const range = `bytes ${first}-${last}/${bytes.length}`
      response.writeHead(206, { 'content-length': part.length, 'content-range': range }).end(part)
    }
  }
}

function refusal(status: number, code: string): RequestListener {
  return (request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': 'application/xml' })
    response.end(request.method === 'HEAD' ? '' : `<Error><Code>${code}</Code></Error>`)
  }
}

describe('checkBucket', () => {
  it('puts, reads and deletes an object, and leaves none', async () => {
    const objects = new Map<string, Buffer>()
    expect(await findingOf(bucket(objects))).toMatchObject({ status: 'ok', todo: null })
    expect(objects.size).toBe(0)
  })

  it.each([
    [404, 'NoSuchBucket', 'The bucket does not exist. Make it'],
    [403, 'AccessDenied', 'Give them the rights'],
  ])('says what to do about %i %s', async (status, code, todo) => {
    const finding = await findingOf(refusal(status, code))
    expect(finding).toMatchObject({ status: 'error', todo: expect.stringContaining(todo) })
  })

  it('leaves no object when the answer to its put is lost', async () => {
    const objects = new Map<string, Buffer>()
    const finding = await findingOf((request, response) => {
      if (request.method === 'PUT') response.destroy = () => response
      bucket(objects)(request, response)
      if (request.method === 'PUT') request.once('end', () => request.socket.destroy())
    })
    expect(finding.status).toBe('error')
    expect(objects.size).toBe(0)
  })

  it('finds a service that knows no ranges', async () => {
    const objects = new Map<string, Buffer>()
    const finding = await findingOf((request, response) => {
      request.headers.range = undefined
      bucket(objects)(request, response)
    })
    expect(finding.status).toBe('error')
    expect(objects.size).toBe(0)
  })

  it('finds a service that answers with other bytes, and deletes the object', async () => {
    const objects = new Map<string, Buffer>()
    const finding = await findingOf(bucket(objects, (bytes) => Buffer.alloc(bytes.length)))
    expect(finding).toMatchObject({ status: 'error', todo: expect.stringContaining('other bytes') })
    expect(objects.size).toBe(0)
  })
})

it('tells a database without a store from one that cannot be opened', () => {
  const context = { argument: 'schema', missing: true }
  const error = new StowageError('invalid_argument', 'There are no tables.', { context })
  expect(isNoStore(error)).toBe(true)
  expect(isNoStore(unreachable('It cannot be opened.', error))).toBe(true)
  expect(isNoStore(new StowageError('unavailable', 'It does not answer.'))).toBe(false)
  expect(isNoStore(unreachable('It cannot be opened.'))).toBe(false)
})
