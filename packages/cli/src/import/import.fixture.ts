import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient } from '@stowage/client'
import { type Asset, type AssetStore, openAssetStore } from '@stowage/core'
import { serve } from '@stowage/node'
import type { ImportDestination } from './destination/destination.ts'
import { localDestination } from './destination/local-destination.ts'
import { serverDestination } from './destination/server-destination.ts'

/** A store, a way to it, and a folder beside it for files. */
export interface ImportFixture {
  readonly store: AssetStore
  readonly destination: ImportDestination
  /** Of the store. */
  readonly directory: string
  /** Empty. */
  readonly files: string
  /** `folder/name` of every active asset, sorted. */
  paths(): Promise<string[]>
  assets(): Promise<Asset[]>
  dispose(): Promise<void>
}

/** Which way leads to the store. */
export type Way = 'in this process' | 'over HTTP'

export const WAYS: readonly Way[] = ['in this process', 'over HTTP']

export async function openImportFixture(way: Way): Promise<ImportFixture> {
  const files = await mkdtemp(path.join(tmpdir(), 'stowage-import-'))
  const directory = await mkdtemp(path.join(tmpdir(), 'stowage-store-'))
  const allow = ['text/*', 'image/*', 'application/octet-stream']
  const store = await openAssetStore({ directory, advanced: { sweepEveryMs: false }, allow })
  const server = way === 'over HTTP' ? await serve(store, { port: 0, signals: false }) : undefined
  const { token } = await store.keys.create({ name: 'import' })
  const client = server && createClient({ baseUrl: server.url, token })
  const assets = async () => {
    const all: Asset[] = []
    for await (const asset of store.matching({}).iterate({ sort: 'name' })) all.push(asset)
    return all
  }
  return {
    store,
    destination: client ? serverDestination(client) : localDestination(store),
    directory,
    files,
    assets,
    async paths() {
      const names = await folderNames(store)
      const all = await assets()
      return all.map((asset) => `${names.get(asset.folderId) ?? ''}${asset.name}`).sort()
    },
    async dispose() {
      await server?.close()
      await store.close()
      for (const each of [files, directory]) await rm(each, { recursive: true, force: true })
    },
  }
}

async function folderNames(store: AssetStore): Promise<Map<string | null, string>> {
  const { folders } = await store.folders.list()
  const pathOf = (id: string | null): string => {
    const folder = folders.find((each) => each.id === id)
    return folder === undefined ? '' : `${pathOf(folder.parentId)}${folder.name}/`
  }
  return new Map(folders.map(({ id }) => [id, pathOf(id)]))
}
