import type { AssetStore } from '@stowage/core'
import { describeContract } from '@stowage/testing'
import { type RightsOptions, rightsContract, rightsSetup } from '@stowage/testing/http'
import { describe, it } from 'vitest'
import { serveHono } from '../testing/hono-server.ts'
import { createFetchHandler } from './create-fetch-handler.ts'

const runner = { describe, it }

function handlerOf(store: AssetStore, { authenticate, ...options }: RightsOptions) {
  return createFetchHandler(store, {
    ...options,
    path: '/media',
    authenticate: ({ headers }) =>
      authenticate({
        headers: {
          authorization: headers.get('authorization') ?? undefined,
          cookie: headers.get('cookie') ?? undefined,
        },
      }),
  })
}

const direct = rightsSetup(async (store, options) => {
  const handler = handlerOf(store, options)
  return {
    baseUrl: 'http://media.example/media',
    fetch: (url, init) => handler(new Request(url, init)),
    close: async () => {},
  }
})
describeContract('Rights behind a fetch handler', rightsContract, direct, runner)

const inHono = rightsSetup(async (store, options) => {
  const { origin, close } = await serveHono(handlerOf(store, options))
  return { baseUrl: `${origin}/media`, close }
})
describeContract('Rights behind a fetch handler in Hono', rightsContract, inHono, runner)
