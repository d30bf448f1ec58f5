// SvelteKit loads this module while it builds, too: the store is opened by the first request.
import { openAssetStore } from '@stowage/core'
import { createFetchHandler } from '@stowage/fetch'

const { STOWAGE_DIRECTORY = './media' } = process.env

let opened

async function open() {
  const store = await openAssetStore({ directory: STOWAGE_DIRECTORY })
  return { store, handler: createFetchHandler(store, { path: '/media' }) }
}

/** The store, and the handler that answers /media/api/v1 from it. */
export function media() {
  opened ??= open()
  return opened
}
