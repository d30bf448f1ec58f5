import type { ContractSetup } from '@stowage/testing'
import {
  HOSTILE_LIMITS,
  type HostileFixture,
  hostileFixtureOf,
  openTemporaryStore,
} from '@stowage/testing/http'
import { createNodeHandler } from '../handler/create-node-handler.ts'
import { serve } from './serve.ts'

/** A store behind `createNodeHandler`, under the limits of the hostile suites. */
export function servedHostile(protocol: 'http' | 'https'): ContractSetup<HostileFixture> {
  return async () => {
    const temporary = await openTemporaryStore({ limits: HOSTILE_LIMITS.store })
    const handler = createNodeHandler(temporary.store, {
      path: '/media',
      limits: HOSTILE_LIMITS.api,
    })
    const serving = await serve(handler, protocol)
    handler.attach(serving.server)
    return {
      fixture: hostileFixtureOf(temporary, `${serving.origin}/media`, serving.open),
      async dispose() {
        await serving.close()
        await temporary.dispose()
      },
    }
  }
}
