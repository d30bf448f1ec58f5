// Run as a process of its own: node process.mjs <place> <number>. Sends the webhooks of the store until it is told to stop.
import { once } from 'node:events'
import { createApi } from '@stowage/api'
import { openPlace } from './places.mjs'

const [placeText, number] = process.argv.slice(2)
const store = await openPlace(JSON.parse(placeText), Number(number))
createApi(store, { baseUrl: 'https://media.example.com' })
process.on('disconnect', () => process.exit())
process.send('running')
await once(process, 'message')
await store.close()
process.disconnect()
