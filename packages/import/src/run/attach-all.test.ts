import type { AssetStore } from '@stowage/core'
import { describe, expect, it } from 'vitest'
import type { ImportAttachment } from '../entries/entry.ts'
import { memoryStore } from '../entries/library.fixture.ts'
import { attachAll } from './attach-all.ts'
import type { ImportFailure } from './failures.ts'

const owner = { type: 'Post', id: '1', field: 'files' }

async function storeFiles(store: AssetStore, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await store.admin.import({ source: new TextEncoder().encode(name), name, externalId: name })
  }
}

/** Attaches, and resolves to the failures and to the names that are attached. */
async function attach(store: AssetStore, attachments: AsyncIterable<ImportAttachment>) {
  const failures: ImportFailure[] = []
  const fail = (failure: ImportFailure) => failures.push(failure)
  await attachAll(store, attachments, { signal: undefined, fail })
  const attached = await store.owners.list(owner)
  return { failures, names: attached.map(({ name }) => name) }
}

describe('attachAll', () => {
  it('attaches no more at a time than the store takes ids', async () => {
    const store = memoryStore({ limits: { idsPerRequest: 2 } })
    const files = ['a', 'b', 'c', 'd', 'e']
    await storeFiles(store, files)
    async function* attachments() {
      for (const externalId of files) yield { owner, externalId }
    }
    expect(await attach(store, attachments())).toEqual({ failures: [], names: files })
  })

  it('attaches the others when a file goes away after it was looked up', async () => {
    const store = memoryStore()
    const files = ['a', 'purged', 'b', 'trashed', 'c']
    await storeFiles(store, files)
    async function* attachments() {
      for (const externalId of files) yield { owner, externalId }
      const [purged, trashed] = await Promise.all(
        ['purged', 'trashed'].map((externalId) => store.get({ externalId })),
      )
      await store.trash([purged?.id ?? '', trashed?.id ?? ''])
      await store.purge(purged?.id ?? '')
    }
    const { failures, names } = await attach(store, attachments())
    expect(names).toEqual(['a', 'b', 'c'])
    const reason = 'has no file purged: it is not in the store'
    expect(failures).toMatchObject([
      { label: 'Post 1 files', reason, error: { code: 'asset_not_found' } },
    ])
  })
})
