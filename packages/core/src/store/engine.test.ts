import { createAnalyzer } from '@stowage/analysis'
import { describe, expect, it } from 'vitest'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import { createAssetStore } from './create-asset-store.ts'

describe('close', () => {
  it('ends analyzer, processor and database, also when one of them fails to end', async () => {
    const ended: string[] = []
    const metadata = createMemoryMetadata()
    const analyzer = createAnalyzer()
    const store = createAssetStore({
      metadata: {
        ...metadata,
        async close() {
          ended.push('metadata')
          await metadata.close()
        },
      },
      blobs: createMemoryBlobs(),
      sweepEvery: false,
      analyzer: {
        ...analyzer,
        async close() {
          ended.push('analyzer')
          await analyzer.close()
        },
      },
      variants: {
        plans: [],
        accepts: () => false,
        make: async () => ({ made: [], failed: [] }),
        async close() {
          ended.push('processor')
          throw new Error('the decoder does not end')
        },
      },
    })
    await expect(store.close()).rejects.toThrow('does not end')
    expect(ended.sort()).toEqual(['analyzer', 'metadata', 'processor'])
  })
})
