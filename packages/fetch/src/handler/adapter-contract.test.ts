import { describeContract } from '@stowage/testing'
import { adapterContract, adapterSetup } from '@stowage/testing/http'
import { describe, it } from 'vitest'
import { serveHono } from '../testing/hono-server.ts'
import { createFetchHandler } from './create-fetch-handler.ts'

const runner = { describe, it }

/** As the platform would say it. */
const clientAddress = () => '127.0.0.1'

const direct = adapterSetup(async (store, options) => {
  const handler = createFetchHandler(store, { ...options, clientAddress, path: '/media' })
  return {
    baseUrl: 'http://127.0.0.1:3000/media',
    fetch: (url, init) => handler(new Request(url, init)),
    close: async () => {},
  }
})
const without = ['connections', 'ownsConnections'] as const
describeContract('A fetch handler', adapterContract, direct, runner, { without })

const hono = adapterSetup(async (store, options) => {
  const { origin, connections, close } = await serveHono(
    createFetchHandler(store, { ...options, clientAddress, path: '/media' }),
  )
  return { baseUrl: `${origin}/media`, connections, close }
})
describeContract('A fetch handler in Hono', adapterContract, hono, runner, {
  without: ['ownsConnections'],
})
