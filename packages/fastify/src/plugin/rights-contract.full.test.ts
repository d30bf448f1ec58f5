import { describeContract } from '@stowage/testing'
import { rightsContract, rightsSetup } from '@stowage/testing/http'
import fastify from 'fastify'
import { describe, it } from 'vitest'
import { CLOSE_AT_ONCE } from '../testing/serving.ts'
import { createFastifyPlugin } from './create-fastify-plugin.ts'

const setup = rightsSetup(async (store, options) => {
  const app = fastify(CLOSE_AT_ONCE)
  app.register(createFastifyPlugin(store, options), { prefix: '/media' })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return { baseUrl: `${origin}/media`, close: () => app.close() }
})

describeContract('Rights in Fastify 5', rightsContract, setup, { describe, it })
