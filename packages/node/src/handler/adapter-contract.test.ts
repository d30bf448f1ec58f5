import { describeContract } from '@stowage/testing'
import { adapterContract, adapterSetup } from '@stowage/testing/http'
import { describe, it } from 'vitest'
import { serve } from '../testing/serve.ts'
import { createNodeHandler } from './create-node-handler.ts'

for (const path of ['', '/media']) {
  const setup = adapterSetup(async (store, options) => {
    const handler = createNodeHandler(store, { ...options, path })
    const serving = await serve(handler)
    handler.attach(serving.server)
    return {
      baseUrl: serving.origin + path,
      ownsConnections: true,
      connections: async () => serving.open(),
      close: serving.close,
    }
  })
  const name = `node:http, mounted at ${path || 'the root'}`
  describeContract(name, adapterContract, setup, { describe, it })
}
