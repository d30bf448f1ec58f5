import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type HttpWorld, httpContract, worldOf } from '@stowage/api/testing'
import { createAssetStore } from '@stowage/core'
import { createFilesystemBlobs } from '@stowage/core/filesystem'
import { describeContract } from '@stowage/core/testing'
import { createHandler } from '@stowage/node'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { postgresWorld } from '../testing/postgres-world.ts'

const FILE_SIZE = 8 * 1024 ** 2
const ORIGIN = 'https://app.example'

// One database for all cases: they bear what others have stored.
const postgres = postgresWorld()
let http: { readonly world: HttpWorld; close(): Promise<void> }

beforeAll(async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'stowage-postgres-http-'))
  const store = createAssetStore({
    metadata: await postgres.open(),
    blobs: createFilesystemBlobs({ directory }),
    limits: { fileSize: FILE_SIZE },
    sweepEvery: false,
  })
  const { token } = await store.keys.create({ name: 'test' })
  const handler = createHandler(store, { cors: { origins: [ORIGIN] } })
  const server = createServer({ requestTimeout: 0 }, handler)
  handler.attach(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const world = worldOf(store, token, `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  http = {
    world: { ...world, crossOrigin: ORIGIN, fileSize: FILE_SIZE },
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
      await store.close()
      await rm(directory, { recursive: true })
    },
  }
})

afterAll(async () => {
  await http?.close()
  await postgres.dispose()
})

describeContract<HttpWorld>(
  'A store on PostgreSQL and a folder',
  httpContract,
  async () => ({ world: http.world, dispose: async () => {} }),
  { describe, it },
)
