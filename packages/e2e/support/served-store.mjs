// A process that serves a store with `serve`, as a README shows it. Prints its address and a key.
import { openAssetStore } from '@stowage/core'
import { serve } from '@stowage/node'

const store = await openAssetStore({ directory: process.env.STOWAGE_DIRECTORY })
const { token } = await store.keys.create({ name: 'serve' })
const { url } = await serve(store, { port: 0, closeStore: true })
console.log(JSON.stringify({ url, token }))
