import { once } from 'node:events'
import { stopServer } from '@stowage/node'
import { openTemporaryStore } from '@stowage/testing/http'
import { expect, it } from 'vitest'
import { listen, VERSIONS } from '../testing/serving.ts'
import { createExpressHandler } from './create-express-handler.ts'

/** Far longer than any test may take. */
const NEVER = 2 ** 31 - 1

it.each(VERSIONS)('ends a stream of events when the server stops, in %s', async (_, express) => {
  const { store, key, dispose } = await openTemporaryStore()
  const app = express()
  app.use('/media', createExpressHandler(store))
  const { server, origin } = await listen(app)
  const response = await fetch(`${origin}/media/api/v1/events`, {
    headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream' },
  })
  expect(response.status).toBe(200)
  const reader = response.body?.getReader()
  expect((await reader?.read())?.done).toBe(false)
  const closed = once(server, 'close')
  const stopped = stopServer(server, { closeTimeout: NEVER })
  while ((await reader?.read())?.done === false);
  await Promise.all([stopped, closed])
  await dispose()
})
