import { mkdtemp, readdir, readlink, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type AssetStore, type OpenAssetStoreOptions, openAssetStore } from '@stowage/core'
import { fixtureOf, HTTP_SIGNING_SECRET, HTTP_WEBHOOKS, type HttpFixture } from './http-fixture.ts'

/** A store in its own folder, for the tests of an adapter. */
export interface TemporaryStore {
  readonly store: AssetStore
  /** The folder of its files. */
  readonly directory: string
  /** Allows everything except managing keys. */
  readonly key: string
  /** The fixture of the store when it is served at `baseUrl`. */
  fixtureAt(baseUrl: string): HttpFixture
  /** The files of assets, whole or begun, that this process has open. Empty where the system does not report it. */
  openFiles(): Promise<string[]>
  /** The files of assets on disk, whole or begun. */
  storedFiles(): Promise<string[]>
  /** Closes the store and removes the folder. */
  dispose(): Promise<void>
}

/** Opens an empty store below the system's temporary directory, with one key. */
export async function openTemporaryStore(
  options: Omit<OpenAssetStoreOptions, 'directory'> = {},
): Promise<TemporaryStore> {
  const directory = await realpath(await mkdtemp(path.join(tmpdir(), 'stowage-adapter-')))
  const signing = { secrets: [HTTP_SIGNING_SECRET] }
  const store = await openAssetStore({
    signing,
    ...(options.events !== false && { webhooks: HTTP_WEBHOOKS }),
    ...options,
    advanced: { sweepEveryMs: false, ...options?.advanced },
    directory,
  })
  const { token: key } = await store.keys.create({ name: 'test' })
  return {
    store,
    directory,
    key,
    fixtureAt: (baseUrl) => fixtureOf(store, key, baseUrl),
    async openFiles() {
      if (process.platform !== 'linux') return []
      const descriptors = await readdir('/proc/self/fd')
      const targets = await Promise.all(
        // The descriptor that lists them is already closed here.
        descriptors.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
      )
      const database = path.join(directory, 'stowage.db')
      return targets.filter((file) => file.startsWith(directory) && !file.startsWith(database))
    },
    async storedFiles() {
      const entries = await readdir(directory, { recursive: true, withFileTypes: true })
      const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
      return files.filter((name) => !name.startsWith('stowage.db'))
    },
    async dispose() {
      await store.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
