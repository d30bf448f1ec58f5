import type { ContractSetup } from '@stowage/testing'
import { HOSTILE_LIMITS, type HostileFixture, hostileFixtureOf } from '@stowage/testing/http'
import fastify from 'fastify'
import { createFastifyPlugin } from '../plugin/create-fastify-plugin.ts'
import { CLOSE_AT_ONCE, connectionsOf, serve } from './serving.ts'

/** A store behind Fastify, under the limits of the hostile suites. */
export const servedHostile: ContractSetup<HostileFixture> = async () => {
  const { store: limits, api } = HOSTILE_LIMITS
  const app = fastify(CLOSE_AT_ONCE)
  const serving = await serve(
    app,
    (_, { store }) =>
      app.register(createFastifyPlugin(store, { limits: api }), { prefix: '/media' }),
    { limits },
  )
  return {
    fixture: hostileFixtureOf(serving, `${serving.origin}/media`, connectionsOf(app)),
    dispose: serving.dispose,
  }
}
