import { randomBytes } from 'node:crypto'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3'
import { newBlobKey } from '@stowage/core/ports'
import { stagedIn } from '@stowage/testing'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { config, endpoint, type S3Fixture, s3Fixture } from './testing/s3-fixture.ts'

const MIB = 1024 ** 2
const reason = new Error('enough')

describe.skipIf(endpoint === undefined)('an abort of s3', () => {
  let fixture: S3Fixture
  let dispose: () => Promise<void>

  beforeEach(async () => {
    ;({ fixture, dispose } = await s3Fixture())
  })
  afterEach(() => dispose())

  async function staged(size: number) {
    const file = await stagedIn(fixture.staging, randomBytes(size))
    onTestFinished(() => file.content.discard())
    return file
  }

  /** A client that calls `around` in place of sending each such command. */
  function clientWith(name: string, around: (send: () => Promise<unknown>) => Promise<void>) {
    const client = new S3Client(config)
    onTestFinished(() => client.destroy())
    client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          if (commandName !== name) return next(args)
          let result: Awaited<ReturnType<typeof next>> | undefined
          let failure: unknown
          await around(async () => {
            try {
              result = await next(args)
            } catch (error) {
              failure = error
            }
          })
          if (result === undefined) throw failure
          return result
        },
      { step: 'initialize', name: 'around' },
    )
    return client
  }

  it('during the look before a large put is not missed: nothing is stored', async () => {
    const controller = new AbortController()
    const client = clientWith('HeadObjectCommand', async (send) => {
      await send()
      controller.abort(reason)
    })
    const key = newBlobKey(Date.now())
    const put = fixture.open({ client }).put(key, await staged(9 * MIB), controller)
    await expect(put).rejects.toBe(reason)
    expect(await fixture.blobs.stat(key)).toBeNull()
    const { Uploads = [] } = await fixture.client.send(
      new ListMultipartUploadsCommand({ Bucket: fixture.bucket, Prefix: fixture.prefix }),
    )
    expect(Uploads).toEqual([])
  })

  /** Blobs behind a gateway that accepts connections and never answers, and its first connection. */
  async function silent() {
    const sockets: Socket[] = []
    const server = createServer((socket) => void sockets.push(socket.on('error', () => {})))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    const { port } = server.address() as AddressInfo
    const blobs = fixture.open({ config: { ...config, endpoint: `http://127.0.0.1:${port}` } })
    return { blobs, asked: () => expect.poll(() => sockets.length).toBeGreaterThan(0) }
  }

  it('ends the look before a large put that is not answered', async () => {
    const { blobs, asked } = await silent()
    const controller = new AbortController()
    const put = blobs.put(newBlobKey(Date.now()), await staged(9 * MIB), controller)
    const refused = expect(put).rejects.toBe(reason)
    await asked()
    controller.abort(reason)
    await refused
  })

  it('ends a list whose page does not come', async () => {
    const { blobs, asked } = await silent()
    const controller = new AbortController()
    const first = blobs.list(controller)[Symbol.asyncIterator]().next()
    const refused = expect(first).rejects.toBe(reason)
    await asked()
    controller.abort(reason)
    await refused
  })

  it('ends the wait of a put for its turn', async () => {
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    let begun = 0
    const client = clientWith('PutObjectCommand', async (send) => {
      begun += 1
      await held
      await send()
    })
    const blobs = fixture.open({ client })
    const file = await staged(300_000)
    const first = Array.from({ length: 8 }, () => blobs.put(newBlobKey(Date.now()), file))
    await expect.poll(() => begun).toBe(8)
    const controller = new AbortController()
    const key = newBlobKey(Date.now())
    const waiting = blobs.put(key, file, controller)
    controller.abort(reason)
    await expect(waiting).rejects.toBe(reason)
    answer()
    await Promise.all(first)
    expect(begun).toBe(8)
    expect(await fixture.blobs.stat(key)).toBeNull()
    // The turn that was not taken is free again.
    await blobs.put(key, file)
  })
})
