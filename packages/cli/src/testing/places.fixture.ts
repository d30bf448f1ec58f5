import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type AssetStore, type AssetStoreOptions, openAssetStore } from '@stowage/core'
import { createNodeHandler } from '@stowage/node'

/** A store in a folder, and the same store as a service. */
export interface Places {
  /** Of the test. */
  readonly directory: string
  readonly store: AssetStore
  /** The options of a command line that lead to it. */
  readonly local: readonly string[]
  readonly server: readonly string[]
  close(): Promise<void>
}

/** Options of a store, and of the service on it. */
interface PlacesOptions extends Partial<Pick<AssetStoreOptions, 'signing' | 'webhooks'>> {
  readonly baseUrl?: string
}

/** Opens both over one store, which the test may fill. */
export async function openPlaces({ baseUrl, ...options }: PlacesOptions = {}): Promise<Places> {
  const directory = await mkdtemp(path.join(tmpdir(), 'stowage-cli-'))
  const media = path.join(directory, 'media')
  const store = await openAssetStore({
    directory: media,
    advanced: { sweepEveryMs: false },
    ...options,
  })
  const { token } = await store.keys.create({
    name: 'test',
    permissions: ['read', 'write', 'delete', 'manage'],
  })
  const handler = createNodeHandler(store, baseUrl === undefined ? {} : { baseUrl })
  const server = createServer({ requestTimeout: 0, headersTimeout: 60_000 }, handler)
  handler.attach(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    directory,
    store,
    local: ['--directory', media],
    server: ['--url', `http://127.0.0.1:${port}`, '--key', token],
    close: async () => {
      server.close()
      server.closeAllConnections()
      await store.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
