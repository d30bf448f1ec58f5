// Makes a key, also while the app runs: node create-key.js <name>
import { openAssetStore } from '@stowage/core'

const { STOWAGE_DIRECTORY = './media' } = process.env

const store = await openAssetStore({ directory: STOWAGE_DIRECTORY })
console.log((await store.keys.create({ name: process.argv[2] ?? 'first' })).token)
await store.close()
