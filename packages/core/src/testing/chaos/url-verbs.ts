import assert from 'node:assert/strict'
import { startHostileHost } from '../../from-url/hostile-host.fixture.ts'
import { large } from './samples.ts'
import { sha256 } from './state.ts'
import { type ChaosVerb, plain } from './verb.ts'

/** The host gets any of these. */
const PORTS = Array.from({ length: 65_535 - 1024 }, (_, index) => index + 1024)
const HEAD = `HTTP/1.1 200 OK\r\ncontent-length: ${large.byteLength}\r\n\r\n`

/** Uploads of files that another host sends. */
export const urlVerbs: readonly ChaosVerb[] = [
  plain(
    'uploadFromUrl',
    async (store, signal) => {
      const host = await startHostileHost({
        '/large.txt': (socket) => socket.write(Buffer.concat([Buffer.from(HEAD), large])),
      })
      try {
        const url = `http://127.0.0.1:${host.port}/large.txt`
        const asset = await store.uploadFromUrl(url, { signal })
        assert.deepEqual([asset.name, asset.sha256], ['large.txt', sha256(large)])
      } finally {
        // The host never ends a connection: whatever comes of the upload does.
        await host.whenLeft()
        await host.close()
      }
    },
    { fromUrl: { allowedNetworks: ['127.0.0.1'], ports: PORTS } },
  ),
]
