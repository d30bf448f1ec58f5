import type { ContractSetup } from '@stowage/testing'
import { HOSTILE_LIMITS, type HostileFixture, hostileFixtureOf } from '@stowage/testing/http'
import { createExpressHandler } from '../handler/create-express-handler.ts'
import { connectionsOf, serve, type VERSIONS } from './serving.ts'

export type Version = (typeof VERSIONS)[number][1]

/** A store behind this version of Express, under the limits of the hostile suites. */
export function servedHostile(express: Version): ContractSetup<HostileFixture> {
  return async () => {
    const { store: limits, api } = HOSTILE_LIMITS
    const serving = await serve(
      express(),
      (app, { store }) => app.use('/media', createExpressHandler(store, { limits: api })),
      { limits },
    )
    return {
      fixture: hostileFixtureOf(serving, `${serving.origin}/media`, connectionsOf(serving)),
      dispose: serving.dispose,
    }
  }
}
