import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { stubApi, text } from '../../testing/stub-api.ts'
import { createNodeAdapter } from '../create-node-adapter.ts'

const warnings: Error[] = []
const listen = (warning: Error) => warnings.push(warning)

afterEach(() => {
  process.off('warning', listen)
  warnings.length = 0
})

async function request(timeouts: http.ServerOptions): Promise<string[]> {
  process.on('warning', listen)
  const adapter = createNodeAdapter(stubApi(() => text('ok')))
  const server = http.createServer(timeouts, (req, res) => void adapter.handle(req, res))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  for (let count = 0; count < 2; count += 1) {
    await (await fetch(`http://127.0.0.1:${port}/api/v1/assets`)).text()
  }
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
  return warnings.filter(({ name }) => name === 'StowageWarning').map(({ message }) => message)
}

describe('a server whose requestTimeout would cut a long upload', () => {
  it('is warned of once, with what to set', async () => {
    const messages = await request({})
    expect(messages).toEqual([expect.stringMatching(/after 300 s.*requestTimeout = 0/)])
  })

  it('is not warned of when there is no such timeout', async () => {
    expect(await request({ requestTimeout: 0, headersTimeout: 60_000 })).toEqual([])
  })
})

describe('a server that waits forever for the rest of a header', () => {
  it('is warned of once, with what to set', async () => {
    const messages = await request({ requestTimeout: 0 })
    expect(messages).toEqual([expect.stringMatching(/headersTimeout = 60_000/)])
  })
})
