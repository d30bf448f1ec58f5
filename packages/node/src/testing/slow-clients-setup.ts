import type { ContractSetup } from '@stowage/testing'
import {
  type HostileFixture,
  hostileFixtureOf,
  openTemporaryStore,
  SLOW_LIMITS,
} from '@stowage/testing/http'
import { createNodeHandler } from '../handler/create-node-handler.ts'
import { serve } from './serve.ts'

/** A handler that waits for no client longer than `SLOW_LIMITS` says, served over the protocol. */
export function servedToSlowClients(protocol: 'http' | 'https'): ContractSetup<HostileFixture> {
  return async () => {
    const temporary = await openTemporaryStore()
    const { api: limits, adapter, server } = SLOW_LIMITS
    const serving = await serve(
      createNodeHandler(temporary.store, { limits, ...adapter }),
      protocol,
      server,
    )
    return {
      fixture: hostileFixtureOf(temporary, serving.origin, serving.open),
      async dispose() {
        await serving.close()
        await temporary.dispose()
      },
    }
  }
}
