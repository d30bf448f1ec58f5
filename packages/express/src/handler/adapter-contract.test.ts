import { describeContract } from '@stowage/testing'
import { adapterContract, adapterSetup } from '@stowage/testing/http'
import { describe, it } from 'vitest'
import { connectionsOf, listen, VERSIONS } from '../testing/serving.ts'
import { createExpressHandler } from './create-express-handler.ts'

for (const [name, express] of VERSIONS) {
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
