import type { ContractSetup } from '@stowage/testing'
import { type HttpFixture, openTemporaryStore } from '@stowage/testing/http'
import { expect } from 'vitest'
import { createFetchHandler } from '../handler/create-fetch-handler.ts'
import type { FetchHandler } from '../handler/options.ts'

const LIMITS = { fileSize: 8 * 1024 ** 2 }
const ORIGIN = 'https://app.example'

/** How clients reach a handler at `/media`. */
type Served = Pick<HttpFixture, 'baseUrl' | 'fetch' | 'sockets'>

/** A store in a folder behind a fetch handler at `/media`, for the HTTP contract. Leaves no file open. */
export function servedBy(
  serve: (handler: FetchHandler) => Promise<Served & { close(): Promise<void> }>,
): ContractSetup<HttpFixture> {
  return async () => {
    const temporary = await openTemporaryStore({ limits: LIMITS })
    const { store, fixtureAt } = temporary
    const handler = createFetchHandler(store, { path: '/media', cors: { origins: [ORIGIN] } })
    const { close, ...served } = await serve(handler)
    return {
      fixture: { ...fixtureAt(served.baseUrl), ...served, ...LIMITS, crossOrigin: ORIGIN },
      async dispose() {
        await expect.poll(temporary.openFiles).toEqual([])
        await close()
        await temporary.dispose()
      },
    }
  }
}
