import {
  HTTP_SIGNING_SECRET,
  openTemporaryStore,
  type RightsFixture,
  rightsContract,
} from '@stowage/api/testing'
import { createAssetStore } from '@stowage/core'
import { createMemoryBlobs, createMemoryMetadata } from '@stowage/core/memory'
import { describeContract } from '@stowage/core/testing'
import { describe, it } from 'vitest'
import { serve } from '../testing/serve.ts'
import { createNodeHandler } from './create-node-handler.ts'

async function openMemory() {
  const [metadata, blobs] = [createMemoryMetadata(), createMemoryBlobs()]
  const signing = { secrets: [HTTP_SIGNING_SECRET] }
  const store = createAssetStore({ metadata, blobs, sweepEvery: false, signing })
  return { store, dispose: () => store.close() }
}

for (const [name, open] of [
  ['a folder', openTemporaryStore],
  ['memory', openMemory],
] as const) {
  const setup = async () => {
    const { store, dispose } = await open()
    const closing: (() => Promise<unknown>)[] = []
    const fixture: RightsFixture = {
      store,
      async serve(options) {
        const { origin, close } = await serve(createNodeHandler(store, options))
        closing.push(close)
        return origin
      },
    }
    return {
      fixture,
      async dispose() {
        for (const close of closing) await close()
        await dispose()
      },
    }
  }
  describeContract(`Rights over a store in ${name}`, rightsContract, setup, { describe, it })
}
