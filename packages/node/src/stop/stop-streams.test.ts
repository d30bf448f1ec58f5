import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openTemporaryStore } from '@stowage/testing/http'
import { expect, it } from 'vitest'
import { createNodeHandler } from '../handler/create-node-handler.ts'
import { stopServer } from './stop-server.ts'

/** Far longer than any test may take. */
const NEVER = 2 ** 31 - 1

it('ends a stream of events, as an answer that is whole, without waiting for its time limit', async () => {
  const { store, key, dispose } = await openTemporaryStore()
  const server = createServer(createNodeHandler(store))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/events`, {
    headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream' },
  })
  expect(response.status).toBe(200)
  const reader = response.body?.getReader()
  expect((await reader?.read())?.done).toBe(false)
  const stopped = stopServer(server, { closeTimeout: NEVER })
  while ((await reader?.read())?.done === false);
  await stopped
  await dispose()
})
