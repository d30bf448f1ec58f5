import compress from '@fastify/compress'
import { describeContract } from '@stowage/testing'
import { adapterSetup, compressedDownloadCases, ROWS } from '@stowage/testing/http'
import fastify from 'fastify'
import { describe, it } from 'vitest'
import { CLOSE_AT_ONCE } from '../testing/serving.ts'
import { createFastifyPlugin } from './create-fastify-plugin.ts'

const setup = adapterSetup(async (store, options) => {
  const app = fastify(CLOSE_AT_ONCE)
  await app.register(compress)
  app.register(createFastifyPlugin(store, options), { prefix: '/media' })
  app.get('/rows', (_request, reply) => reply.type('text/csv').send(ROWS))
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return { baseUrl: `${origin}/media`, close: () => app.close() }
})

const runner = { describe, it }
describeContract('Fastify 5 with @fastify/compress', compressedDownloadCases, setup, runner)
