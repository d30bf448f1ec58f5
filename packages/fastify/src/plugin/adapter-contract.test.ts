import { describeContract } from '@stowage/testing'
import { adapterContract, adapterSetup } from '@stowage/testing/http'
import fastify from 'fastify'
import { describe, it } from 'vitest'
import { CLOSE_AT_ONCE, connectionsOf } from '../testing/serving.ts'
import { createFastifyPlugin } from './create-fastify-plugin.ts'

const setup = adapterSetup(async (store, options) => {
  const app = fastify(CLOSE_AT_ONCE)
  app.register(createFastifyPlugin(store, options), { prefix: '/media' })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    baseUrl: `${origin}/media`,
    ownsConnections: true,
    connections: connectionsOf(app),
    close: () => app.close(),
  }
})

describeContract('Fastify 5, mounted under a path', adapterContract, setup, { describe, it })
