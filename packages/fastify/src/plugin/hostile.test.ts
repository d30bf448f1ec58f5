import { type ContractSetup, describeContract } from '@stowage/testing'
import {
  type HostileFixture,
  hostileContract,
  hostileFixtureOf,
  SLOW_LIMITS,
  slowClientContract,
} from '@stowage/testing/http'
import fastify from 'fastify'
import { describe, it } from 'vitest'
import { servedHostile } from '../testing/hostile-setup.ts'
import { CLOSE_AT_ONCE, connectionsOf, serve } from '../testing/serving.ts'
import { createFastifyPlugin } from './create-fastify-plugin.ts'

const servedToSlowClients: ContractSetup<HostileFixture> = async () => {
  const { api: limits, adapter, server } = SLOW_LIMITS
  const app = fastify({ ...CLOSE_AT_ONCE, http: server })
  const serving = await serve(app, (_, { store }) => {
    app.register(createFastifyPlugin(store, { limits, ...adapter }), { prefix: '/media' })
  })
  return {
    fixture: hostileFixtureOf(serving, `${serving.origin}/media`, connectionsOf(app)),
    dispose: serving.dispose,
  }
}

const runner = { describe, it }
describeContract('Fastify 5', hostileContract, servedHostile, runner)
describeContract('Fastify 5 and slow clients', slowClientContract, servedToSlowClients, runner)
