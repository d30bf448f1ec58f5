import { describeContract } from '@stowage/testing'
import { httpContract } from '@stowage/testing/http'
import { describe, it } from 'vitest'
import { serveHono } from '../testing/hono-server.ts'
import { servedBy } from '../testing/served-http.ts'

const direct = servedBy(async (handler) => ({
  baseUrl: 'http://media.example/media',
  fetch: (url, init) => handler(new Request(url, init)),
  close: async () => {},
}))

describeContract(
  'A fetch handler',
  httpContract,
  direct,
  { describe, it },
  { without: ['sockets', 'ownsConnections'] },
)

const inHono = servedBy(async (handler) => {
  const { origin, close } = await serveHono(handler)
  return { baseUrl: `${origin}/media`, sockets: true, close }
})

describeContract(
  'A fetch handler in Hono',
  httpContract,
  inHono,
  { describe, it },
  { without: ['ownsConnections'] },
)
