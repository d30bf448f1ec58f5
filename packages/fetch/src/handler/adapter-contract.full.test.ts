import { describeContract } from '@stowage/testing'
import { adapterContract, adapterSetup } from '@stowage/testing/http'
import { describe, it } from 'vitest'
import { likeSvelteKit, serveWeb, toWeb } from '../testing/web-server.ts'
import { createFetchHandler } from './create-fetch-handler.ts'

const runner = { describe, it }

/** As the platform would say it. */
const clientAddress = () => '127.0.0.1'

for (const [name, bodyOf] of [
  ['behind Readable.toWeb', toWeb],
  ['behind a body like that of SvelteKit', likeSvelteKit],
] as const) {
  const web = adapterSetup(async (store, options) => {
    const handler = createFetchHandler(store, { ...options, clientAddress, path: '/media' })
    const { origin, connections, close } = await serveWeb(handler, bodyOf)
    return { baseUrl: `${origin}/media`, connections, close }
  })
  describeContract(`A fetch handler ${name}`, adapterContract, web, runner, {
    without: ['ownsConnections'],
  })
}
