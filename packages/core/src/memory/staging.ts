import { Readable } from 'node:stream'
import type { Staging } from '../staging/staging.ts'

/** Staging in memory, for tests and documentation. */
export function createMemoryStaging(): Staging {
  return {
    async create() {
      let chunks: Uint8Array[] = []
      const content = (): Uint8Array => {
        chunks = [Buffer.concat(chunks)]
        return chunks[0] as Uint8Array
      }
      return {
        async write(more) {
          chunks.push(...more)
        },
        read: async ({ start, end }) => content().subarray(start, end),
        stream: ({ start, end }) =>
          Readable.from([content().subarray(start, end)], { objectMode: false }),
        async discard() {
          chunks = []
        },
      }
    },
    sweep: async () => 0,
  }
}
