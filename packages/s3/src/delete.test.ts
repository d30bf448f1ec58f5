import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { newBlobKey } from '@stowage/core/ports'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { s3 } from './blobs.ts'

/** Answers `DeleteObjects` as S3 does: 200, and an error for each of these keys. */
let server: Server
let errors: ReadonlyMap<string, string>
let requests: (readonly string[])[]
let hangs: boolean
/** The code with which the service refuses requests that delete many; `undefined` when it takes them. */
let refusal: { readonly status: number; readonly code: string } | undefined
let single: string[]
let digests: (string | undefined)[]
let arrived: () => void

beforeEach(async () => {
  errors = new Map()
  requests = []
  hangs = false
  refusal = undefined
  single = []
  digests = []
  arrived = () => {}
  server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    if (request.method === 'DELETE') {
      single.push(decodeURIComponent(request.url?.split('?')[0]?.slice('/bucket/'.length) ?? ''))
      response.writeHead(errors.has(single.at(-1) ?? '') ? 403 : 204).end()
      return
    }
    const digest = createHash('md5').update(body).digest('base64')
    digests.push(request.headers['content-md5'] === digest ? 'right' : undefined)
    if (refusal !== undefined) {
      requests.push([])
      response
        .writeHead(refusal.status, { 'content-type': 'application/xml' })
        .end(`<Error><Code>${refusal.code}</Code><Message>no</Message></Error>`)
      return
    }
    const names = [...body.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, name = '']) => name)
    requests.push(names)
    arrived()
    if (hangs) return
    const reported = [...errors].filter(([name]) => names.includes(name) || name === 'unknown')
    const xml = reported.map(
      ([Key, Code]) => `<Error><Key>${Key}</Key><Code>${Code}</Code></Error>`,
    )
    response.end(`<?xml version="1.0"?><DeleteResult>${xml.join('')}</DeleteResult>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

function open() {
  const { port } = server.address() as AddressInfo
  return s3({
    bucket: 'bucket',
    staging: tmpdir(),
    config: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'test',
      forcePathStyle: true,
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    },
  })
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const keysOf = (count: number) => Array.from({ length: count }, () => newBlobKey(Date.now()))

describe('delete of s3', () => {
  it('resolves to the keys of the objects that S3 did not delete', async () => {
    const keys = keysOf(1500)
    const blobs = open()
    await blobs.delete(keys)
    const names = requests.flat()
    expect(requests.map(({ length }) => length)).toEqual([1000, 500])
    errors = new Map([
      [names[3] ?? '', 'SlowDown'],
      [names[1200] ?? '', 'InternalError'],
      [names[7] ?? '', 'NoSuchKey'],
    ])
    expect(await blobs.delete([...keys, ...keys])).toEqual([keys[3], keys[1200]])
  })

  it('sends Content-MD5, which some services want', async () => {
    await open().delete(keysOf(3))
    expect(digests).toEqual(['right'])
  })

  it.each([
    { status: 400, code: 'MissingContentMD5' },
    { status: 501, code: 'NotImplemented' },
    { status: 405, code: 'MethodNotAllowed' },
  ])(
    'deletes one object a request where the service answers $code, and asks once',
    async (answer) => {
      refusal = answer
      const blobs = open()
      const keys = keysOf(20)
      expect(await blobs.delete(keys)).toEqual([])
      expect(new Set(single.map((name) => name.slice(-32)))).toEqual(new Set(keys))
      const [stays = '', ...others] = single
      errors = new Map([[stays, 'AccessDenied']])
      expect(await blobs.delete(keys)).toEqual([stays.slice(stays.lastIndexOf('/') + 1)])
      expect(others).toHaveLength(19)
      expect(requests).toHaveLength(1)
    },
  )

  it('rejects when S3 deleted none, or names an object that was not asked for', async () => {
    const keys = keysOf(2)
    const blobs = open()
    await blobs.delete(keys)
    errors = new Map(requests.flat().map((name) => [name, 'AccessDenied']))
    await expect(blobs.delete(keys)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('Give them the rights'),
      context: { answer: 'AccessDenied' },
    })
    errors = new Map([['unknown', 'InternalError']])
    await expect(blobs.delete(keys)).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('obeys its signal while it waits for an answer', async () => {
    const controller = new AbortController()
    const reason = new Error('enough')
    hangs = true
    arrived = () => controller.abort(reason)
    const { signal } = controller
    await expect(open().delete(keysOf(2), { signal })).rejects.toBe(reason)
    expect(requests).toHaveLength(1)
  })
})
