import type { ContractSetup } from '@stowage/testing'
import { type HostileFixture, hostileFixtureOf, SLOW_LIMITS } from '@stowage/testing/http'
import { createExpressHandler } from '../handler/create-express-handler.ts'
import type { Version } from './hostile-setup.ts'
import { connectionsOf, serve } from './serving.ts'

/** A handler that waits for no client longer than `SLOW_LIMITS` says, behind this version of Express. */
export function servedToSlowClients(express: Version): ContractSetup<HostileFixture> {
  return async () => {
    const { api: limits, adapter, server } = SLOW_LIMITS
    const serving = await serve(
      express(),
      (app, { store }) => app.use('/media', createExpressHandler(store, { limits, ...adapter })),
      {},
      server,
    )
    return {
      fixture: hostileFixtureOf(serving, `${serving.origin}/media`, connectionsOf(serving)),
      dispose: serving.dispose,
    }
  }
}
