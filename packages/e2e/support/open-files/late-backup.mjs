// Asks for a first backup while no descriptor is free, then for another. Prints as JSON how each ended.
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openAssetStore } from '@stowage/core'
import { holdDescriptors } from './hold-descriptors.mjs'

const directory = process.argv[2]
const store = await openAssetStore({ directory: path.join(directory, 'media') })
await store.upload(Buffer.from('text'))
// What opening begins to load is loaded.
await setTimeout(500)

const backup = () =>
  store.admin.backup({ directory: path.join(directory, 'backup') }).then(
    () => 'done',
    ({ code, message }) => code ?? message,
  )

const release = holdDescriptors(0)
const now = await backup()
release()
const later = await backup()
await store.close()
console.log(JSON.stringify({ now, later }))
