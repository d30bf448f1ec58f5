// Next loads this module more than once, and also while it builds: the store is opened by the first request.
import { openAssetStore } from '@stowage/core'
import { createFetchHandler } from '@stowage/fetch'

const { STOWAGE_DIRECTORY = './media', STOWAGE_BASE_URL = 'http://localhost:3000/media' } =
  process.env

async function open() {
  const store = await openAssetStore({ directory: STOWAGE_DIRECTORY })
  // Next's own URL of a request names the server, not the host that the client asked.
  const handler = createFetchHandler(store, { path: '/media', baseUrl: STOWAGE_BASE_URL })
  return { store, handler }
}

/** The store, and the handler that answers /media/api/v1 from it. */
export function media() {
  globalThis.media ??= open()
  return globalThis.media
}
