import assert from 'node:assert/strict'
import { revisionOf } from '@stowage/core'
import { inChunks, large, small, twoAssets } from './samples.ts'
import type { ChaosVerb } from './verb.ts'

/** Changes of the assets' own data. */
export const ownDataVerbs: readonly ChaosVerb[] = [
  {
    name: 'update with ifMatch',
    async prepare(store) {
      const asset = await store.upload(small, { name: 'a.txt', tags: ['before'] })
      const changes = { title: 'After', alt: { en: 'words' }, tags: ['after'], metadata: { n: 1 } }
      return async (open, signal) => {
        const ifMatch = revisionOf(asset)
        assert.equal((await open.update(asset.id, changes, { ifMatch, signal })).title, 'After')
      }
    },
  },
  {
    name: 'tag',
    async prepare(store) {
      const ids = await twoAssets(store)
      await store.select(ids).tag({ add: ['before'] })
      return async (open, signal) => {
        const changes = { add: ['after'], remove: ['BEFORE'] }
        assert.equal((await open.select(ids).tag(changes, { signal })).length, 2)
      }
    },
  },
  {
    name: 'upload with own data and a ticket that fixes some',
    async prepare(store) {
      const { token } = await store.tickets.create({ files: 2, tags: ['form'], metadata: { n: 1 } })
      const ticket = await store.tickets.verify(token)
      assert.ok(ticket)
      return async (open, signal) => {
        const files = [{ source: small, title: 'small' }, { source: inChunks(large) }]
        const assets = await open.uploadMany(files, { ticket, tags: ['mine'], signal })
        assert.deepEqual(
          assets.map(({ title, tags }) => [title, tags]),
          [
            ['small', ['form', 'mine']],
            [null, ['form', 'mine']],
          ],
        )
      }
    },
  },
]
