import type { ContractSetup } from '@stowage/testing'
import {
  HOSTILE_LIMITS,
  type HostileFixture,
  hostileFixtureOf,
  openTemporaryStore,
  SLOW_LIMITS,
} from '@stowage/testing/http'
import { createFetchHandler } from '../handler/create-fetch-handler.ts'
import type { FetchHandler, FetchHandlerOptions } from '../handler/options.ts'
import type { HonoServer } from './hono-server.ts'

/** Serves a handler at `/media`, by a server with these time-outs. */
export type Serve = (
  handler: FetchHandler,
  timeouts?: Readonly<Record<string, number>>,
) => Promise<HonoServer>

/** A store behind `createFetchHandler`, under the limits of the hostile suites. */
export function servedHostile(serve: Serve): ContractSetup<HostileFixture> {
  // Some of these clients wait, without a word, until the server ends the connection.
  return setupOf(serve, { limits: HOSTILE_LIMITS.api, linger: { silenceMs: 2000 } }, undefined)
}

/** The same for clients that take their time. */
export function servedToSlowClients(serve: Serve): ContractSetup<HostileFixture> {
  const { api: limits, adapter, server } = SLOW_LIMITS
  // These clients never stop sending, so only the end of the answer can tell them that it was one.
  const linger = { silenceMs: 1000, totalMs: 3000 }
  // Node's own answer to a slow header is lost when the process itself is late for the header.
  const timeouts = { ...server, headersTimeout: 3000 }
  return setupOf(serve, { limits, linger, ...adapter }, timeouts)
}

function setupOf(
  serve: Serve,
  options: FetchHandlerOptions,
  timeouts: Readonly<Record<string, number>> | undefined,
): ContractSetup<HostileFixture> {
  return async () => {
    // A slow client may send a file of any size.
    const limits = timeouts === undefined ? HOSTILE_LIMITS.store : {}
    const temporary = await openTemporaryStore({ limits })
    const handler = createFetchHandler(temporary.store, { ...options, path: '/media' })
    const { origin, connections, close } = await serve(handler, timeouts)
    return {
      fixture: hostileFixtureOf(temporary, `${origin}/media`, connections, {
        ownsConnections: false,
      }),
      async dispose() {
        await close()
        await temporary.dispose()
      },
    }
  }
}
