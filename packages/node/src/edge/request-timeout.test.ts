import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { stubApi, text } from '../testing/stub-api.ts'
import { createEdge } from './create-edge.ts'

const warnings: Error[] = []
const listen = (warning: Error) => warnings.push(warning)

afterEach(() => {
  process.off('warning', listen)
  warnings.length = 0
})

async function request(requestTimeout: number | undefined): Promise<string[]> {
  process.on('warning', listen)
  const edge = createEdge(stubApi(() => text('ok')))
  const server = http.createServer(
    requestTimeout === undefined ? {} : { requestTimeout },
    (req, res) => void edge.handle(req, res),
  )
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
    const messages = await request(undefined)
    expect(messages).toEqual([expect.stringMatching(/after 300 s.*requestTimeout = 0/)])
  })

  it('is not warned of when there is no such timeout', async () => {
    expect(await request(0)).toEqual([])
  })
})
