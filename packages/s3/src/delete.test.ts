import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { newBlobKey } from '@stowage/core/ports'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createS3Blobs } from './blobs.ts'

/** Answers `DeleteObjects` as S3 does: 200, and an error for each of these keys. */
let server: Server
let errors: ReadonlyMap<string, string>
let requests: (readonly string[])[]
let hangs: boolean
let arrived: () => void

beforeEach(async () => {
  errors = new Map()
  requests = []
  hangs = false
  arrived = () => {}
  server = createServer(async (request, response) => {
    const names = [...(await bodyOf(request)).matchAll(/<Key>([^<]+)<\/Key>/g)].map(
      ([, name = '']) => name,
    )
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
  return createS3Blobs({
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

describe('delete of createS3Blobs', () => {
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

  it('rejects when S3 deleted none, or names an object that was not asked for', async () => {
    const keys = keysOf(2)
    const blobs = open()
    await blobs.delete(keys)
    errors = new Map(requests.flat().map((name) => [name, 'AccessDenied']))
    await expect(blobs.delete(keys)).rejects.toMatchObject({
      code: 'unavailable',
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
