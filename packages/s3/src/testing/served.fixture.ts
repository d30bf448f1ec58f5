import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createHttp2Server } from 'node:http2'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { AssetStore } from '@stowage/core'
import { createAssetStore } from '@stowage/core/internal'
import { sqlite } from '@stowage/core/sqlite'
import { createNodeHandler, type NodeHandlerOptions } from '@stowage/node'
import {
  fixtureOf,
  HTTP_SIGNING_SECRET,
  HTTP_WEBHOOKS,
  type HttpFixture,
} from '@stowage/testing/http'
import type { S3Options } from '../blobs.ts'
import { s3Fixture } from './s3-fixture.ts'

const ORIGIN = 'https://app.example'
const LIMITS = { fileSize: 8 * 1024 ** 2 }

export interface ServedOnS3 {
  readonly fixture: HttpFixture
  readonly store: AssetStore
  dispose(): Promise<void>
}

/** How the store is served, and how it reaches S3. */
export interface ServedWith {
  readonly protocol?: 'http' | 'h2c'
  readonly s3?: Partial<S3Options>
}

/** A store on SQLite and S3 behind the handler, on a port of its own. */
export async function served(
  options: NodeHandlerOptions = {},
  { protocol = 'http', s3 = {} }: ServedWith = {},
): Promise<ServedOnS3> {
  const { fixture, dispose } = await s3Fixture()
  const metadata = await sqlite({ file: path.join(fixture.directory, 'stowage.db') }).open()
  const blobs = fixture.open(s3)
  const store = createAssetStore({
    metadata,
    blobs,
    limits: LIMITS,
    signing: { secrets: [HTTP_SIGNING_SECRET] },
    webhooks: HTTP_WEBHOOKS,
    advanced: { sweepEveryMs: false },
  })
  const handler = createNodeHandler(store, { cors: { origins: [ORIGIN] }, ...options })
  const server =
    protocol === 'http' ? createServer({ requestTimeout: 0 }, handler) : createHttp2Server(handler)
  handler.attach(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { token: key } = await store.keys.create({ name: 'test' })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const http: HttpFixture = { ...fixtureOf(store, key, origin), ...LIMITS, crossOrigin: ORIGIN }
  return {
    fixture: http,
    store,
    async dispose() {
      if ('closeAllConnections' in server) server.closeAllConnections()
      server.close()
      await store.close()
      await dispose()
    },
  }
}
