import { describeContract } from '@stowage/testing'
import { adapterContract, adapterSetup } from '@stowage/testing/http'
import { describe, it } from 'vitest'
import { createExpressHandler } from '../handler/create-express-handler.ts'
import { connectionsOf, listen, type VERSIONS } from './serving.ts'

/** Registers the contract of an adapter for a version of Express. */
export function describeAdapter([name, express]: (typeof VERSIONS)[number]): void {
  const setup = adapterSetup(async (store, options) => {
    const handler = createExpressHandler(store, options)
    const listening = await listen(express().use('/media', handler))
    handler.attach(listening.server, { path: '/media' })
    return {
      baseUrl: `${listening.origin}/media`,
      ownsConnections: true,
      connections: connectionsOf(listening),
      close: listening.close,
    }
  })
  describeContract(`${name}, mounted under a path`, adapterContract, setup, { describe, it })
}
