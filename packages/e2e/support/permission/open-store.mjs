// Opens a store, uploads a file and closes it; prints `done`, or what the error says as JSON.
import { isStowageError, openAssetStore } from '@stowage/core'

try {
  const store = await openAssetStore({
    directory: process.argv[2],
    advanced: { sweepEveryMs: false },
  })
  await store.upload(new TextEncoder().encode('hello'), { name: 'a.txt' })
  await store.list({ filter: { type: 'document' } })
  await store.close()
  console.log(JSON.stringify({ done: true }))
} catch (error) {
  console.log(JSON.stringify({ ours: isStowageError(error), text: String(error) }))
}
