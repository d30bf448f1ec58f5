import assert from 'node:assert/strict'
import { newBlobKey } from '@stowage/core/ports'
import type { ContractCase } from '../../contract/contract.ts'
import { at, HOUR, newAsset, refuses } from '../fixture.ts'
import { newFolder } from '../folders/folder-fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'
import {
  advance,
  fullUpload,
  hold,
  insertUpload,
  LEASE,
  newUpload,
  terms,
} from './upload-fixture.ts'

const tenant = 'default'

/** What `MetadataStore.uploads` promises of one upload, from its first byte to its end. */
export const uploadCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'uploads: keeps an upload as it was given, and finds it for its tenant alone',
    async run({ metadata, clock }) {
      clock.set(7)
      const given = newUpload({ createdBy: 'user-7', owner: 'scope "user-7"' })
      const { scope: _, lifetime: __, quota: ___, limits: ____, ...kept } = given
      const upload = await metadata.uploads.create(given)
      assert.deepEqual(upload, {
        ...kept,
        state: 'receiving',
        offset: 0,
        fence: 0,
        assetId: null,
        refusal: null,
        createdAt: at(7),
        expiresAt: at(7 + 86_400),
        isCleared: false,
      })
      const { id } = upload
      assert.deepEqual(await metadata.uploads.get({ tenant, id }), upload)
      assert.deepEqual(await metadata.uploads.pieces({ tenant, id }), { upload, pieces: [] })
      assert.equal(await metadata.uploads.get({ tenant: 'other', id }), null)
      assert.equal(await metadata.uploads.pieces({ tenant: 'other', id }), null)
      await refuses(metadata.uploads.create(newUpload({ id })), 'invalid_argument')
    },
  },
  {
    name: 'uploads: lists uploads of a tenant and of a scope, the newest first, page by page',
    async run({ metadata }) {
      const owners = ['ann', 'bob', null, 'ann', null]
      const made = []
      for (const createdBy of owners)
        made.push(await metadata.uploads.create(newUpload({ createdBy })))
      await metadata.uploads.create(newUpload({ tenant: 'other' }))
      const list = async (
        scope: { createdBy: string | null } | null,
        before: string | null,
        limit = 9,
      ) => (await metadata.uploads.list({ tenant, scope, before, limit })).map(({ id }) => id)
      const newest = made.toReversed()
      const ids = newest.map(({ id }) => id)
      assert.deepEqual(await list(null, null), ids)
      assert.deepEqual(await list(null, ids[1] ?? null, 2), ids.slice(2, 4))
      for (const createdBy of ['ann', null]) {
        const own = newest.filter((each) => each.createdBy === createdBy).map(({ id }) => id)
        assert.deepEqual(await list({ createdBy }, null), own)
        assert.deepEqual(await list({ createdBy }, own[0] ?? null), own.slice(1))
      }
      assert.deepEqual(await list({ createdBy: 'nobody' }, null), [])
    },
  },
  {
    name: 'uploads: replaces the pieces from the first new one on, and slides its expiry with each progress',
    async run({ metadata, clock }) {
      const { id } = await metadata.uploads.create(newUpload())
      const held = await hold(metadata, { id })
      await advance(metadata, held, [0, 400])
      clock.set(100)
      const pieces = [
        { start: 0, size: 500, ref: 'merged' },
        { start: 500, size: 100, ref: 'next' },
      ]
      const upload = await advance(metadata, held, [0, 600], { pieces })
      assert.deepEqual([upload.offset, upload.expiresAt], [600, at(100 + 86_400)])
      assert.deepEqual((await metadata.uploads.pieces({ tenant, id }))?.pieces, pieces)
      await advance(metadata, held, [600, 700])
      const found = await metadata.uploads.pieces({ tenant, id })
      assert.deepEqual(found?.pieces, [...pieces, { start: 600, size: 100, ref: 'piece-600' }])
      await refuses(advance(metadata, held, [700, 1001]), 'length_mismatch')
      await refuses(advance(metadata, held, [700, 800], { size: 1001 }), 'length_mismatch')
      await refuses(advance(metadata, held, [699, 800]), 'invalid_argument')
      await refuses(advance(metadata, held, [701, 800]), 'invalid_argument')
      await refuses(advance(metadata, held, [700, 900], { isFull: true }), 'invalid_argument')
      assert.equal((await metadata.uploads.get({ tenant, id }))?.offset, 700)
    },
  },
  {
    name: 'uploads: learns the size once, and enqueues the jobs of the last byte with it',
    async run({ metadata }) {
      const { id } = await metadata.uploads.create(newUpload({ size: null }))
      const held = await hold(metadata, { id })
      const job = { kind: 'finish', key: id, payload: {}, priority: 0, delay: 0, maxAttempts: 3 }
      await advance(metadata, held, [0, 10])
      assert.equal((await metadata.uploads.get({ tenant, id }))?.size, null)
      const upload = await advance(metadata, held, [10, 30], {
        size: 30,
        isFull: true,
        jobs: [job],
      })
      assert.deepEqual([upload.state, upload.size, upload.offset], ['finishing', 30, 30])
      const { jobs } = await metadata.jobs.list({ tenant, after: null, limit: 9 })
      assert.deepEqual(
        jobs.map(({ key }) => key),
        [id],
      )
      await refuses(advance(metadata, held, [30, 30]), 'upload_locked')
    },
  },
  {
    name: 'uploads: becomes an asset in the transaction of the insert, once, for its last holder alone',
    async run({ metadata, clock }) {
      const held = await fullUpload(metadata)
      const asset = newAsset()
      const older = { ...held, fence: held.fence - 1 }
      await refuses(insertUpload(metadata, older), 'upload_locked')
      await refuses(insertUpload(metadata, { ...held, tenant: 'other' }), 'upload_locked')
      clock.set(50)
      const { assets } = await insertUpload(metadata, held, { assets: [asset] })
      assert.equal(assets.length, 1)
      const { id } = held
      const done = await metadata.uploads.get({ tenant, id })
      assert.deepEqual([done?.state, done?.assetId], ['done', asset.id])
      assert.equal(done?.expiresAt, at(50 + 86_400))
      await refuses(insertUpload(metadata, held), 'upload_locked')
      assert.equal((await metadata.assets.usage(tenant)).assets, 1)
      await refuses(metadata.uploads.hold({ tenant, id, lease: LEASE }), 'upload_not_found')
      const end = { tenant, id, as: { state: 'removed' } } as const
      assert.equal(await metadata.uploads.end(end), null)
    },
  },
  {
    name: 'uploads: stays unfinished when the insert is refused',
    async run({ metadata }) {
      const held = await fullUpload(metadata)
      await refuses(insertUpload(metadata, held, { quota: 999 }), 'quota_exceeded')
      assert.equal((await metadata.uploads.get(held))?.state, 'finishing')
      await insertUpload(metadata, held, { quota: 1000 })
      assert.equal((await metadata.uploads.get(held))?.state, 'done')
    },
  },
  {
    name: 'uploads: is refused by its holder, and keeps the reason until it is forgotten',
    async run({ metadata, clock }) {
      const held = await fullUpload(metadata)
      const { id } = held
      const refusal = {
        code: 'type_not_allowed',
        message: 'No.',
        context: { mimeType: 'a/b' },
      } as const
      const end = { tenant, id }
      const as = { state: 'refused', fence: held.fence, refusal } as const
      assert.equal(await metadata.uploads.end({ ...end, as: { ...as, fence: 0 } }), null)
      const ended = await metadata.uploads.end({ ...end, as })
      assert.deepEqual([ended?.upload.state, ended?.upload.refusal], ['refused', refusal])
      assert.equal(ended?.pieces.length, 1)
      await refuses(insertUpload(metadata, held), 'upload_locked')
      await metadata.uploads.settle({ ids: [id] })
      clock.set(86_399)
      await metadata.uploads.settle({ ids: [id] })
      assert.deepEqual((await metadata.uploads.get({ tenant, id }))?.refusal, refusal)
      clock.set(86_400)
      await metadata.uploads.settle({ ids: [id] })
      assert.equal(await metadata.uploads.get({ tenant, id }), null)
    },
  },
  {
    name: 'uploads: is gone at once for callers when it is removed, and altogether when its pieces are deleted',
    async run({ metadata }) {
      const upload = newUpload()
      const { id } = await metadata.uploads.create(upload)
      const held = await hold(metadata, { id })
      await advance(metadata, held, [0, 400])
      const end = { tenant, id, as: { state: 'removed' } } as const
      const ended = await metadata.uploads.end(end)
      assert.deepEqual(ended?.pieces, [{ start: 0, size: 400, ref: 'piece-0' }])
      assert.equal(await metadata.uploads.end(end), null)
      assert.equal(await metadata.uploads.get({ tenant, id }), null)
      assert.deepEqual(
        await metadata.uploads.list({ tenant, scope: null, before: null, limit: 9 }),
        [],
      )
      await refuses(advance(metadata, held, [400, 500]), 'upload_locked')
      await refuses(metadata.uploads.hold({ tenant, id, lease: LEASE }), 'upload_not_found')
      assert.deepEqual(await metadata.uploads.filterUnknown([upload.storage, 'x']), ['x'])
      assert.deepEqual(
        (await metadata.uploads.listDue({ limit: 9 })).map((each) => each.id),
        [id],
      )
      await metadata.uploads.settle({ ids: [id] })
      assert.equal(await metadata.uploads.pieces({ tenant, id }), null)
      assert.deepEqual(await metadata.uploads.filterUnknown([upload.storage]), [upload.storage])
    },
  },
  {
    name: 'uploads: expires when its time is over and nobody holds it, and not before',
    async run({ metadata, clock }) {
      const { id } = await metadata.uploads.create(newUpload({ lifetime: HOUR }))
      const end = { tenant, id, as: { state: 'expired' } } as const
      const due = async () => (await metadata.uploads.listDue({ limit: 9 })).map((each) => each.id)
      clock.set(3595)
      assert.deepEqual([await due(), await metadata.uploads.end(end)], [[], null])
      const held = await hold(metadata, { id })
      clock.set(3601)
      assert.deepEqual([await due(), await metadata.uploads.end(end)], [[], null])
      await advance(metadata, held, [0, 10])
      await metadata.uploads.release({ holds: [held] })
      clock.set(7200)
      assert.deepEqual([await due(), await metadata.uploads.end(end)], [[], null])
      clock.set(7201)
      assert.deepEqual(await due(), [id])
      assert.equal((await metadata.uploads.end(end))?.upload.state, 'expired')
      assert.equal((await metadata.uploads.get({ tenant, id }))?.state, 'expired')
    },
  },
  {
    name: 'uploads: is due a minute after its last byte while nobody finishes it',
    async run({ metadata, clock }) {
      const held = await fullUpload(metadata)
      await metadata.uploads.release({ holds: [held] })
      const due = async () => (await metadata.uploads.listDue({ limit: 9 })).map((each) => each.id)
      clock.set(59)
      assert.deepEqual(await due(), [])
      clock.set(60)
      assert.deepEqual(await due(), [held.id])
      const again = await hold(metadata, held)
      await metadata.uploads.release({ holds: [again] })
      assert.deepEqual(await due(), [])
      await insertUpload(metadata, again)
      assert.deepEqual(await due(), [held.id])
      await metadata.uploads.settle({ ids: [held.id] })
      assert.deepEqual(await due(), [])
    },
  },
  {
    name: 'uploads: keeps the reservation of its blob key for as long as it lasts',
    async run({ metadata, clock }) {
      const blobKey = newBlobKey(0)
      await refuses(metadata.uploads.create(newUpload({ blobKey })), 'reservation_lost')
      await metadata.blobs.reserve([blobKey], { lifetime: HOUR })
      const { id } = await metadata.uploads.create(newUpload({ blobKey }))
      const due = () => metadata.blobs.claim({ due: true, limit: 9 })
      clock.set(86_000)
      assert.deepEqual(await due(), [])
      await advance(metadata, await hold(metadata, { id }), [0, 1])
      clock.set(86_000 + 86_399)
      assert.deepEqual(await due(), [])
      assert.deepEqual(await metadata.uploads.filterUnknown([blobKey]), [])
      clock.set(86_000 + 86_400)
      assert.deepEqual(await due(), [blobKey])
    },
  },
  {
    name: 'uploads: is refused for a folder out of its scope, and while its tenant is being erased, which deletes it',
    async run({ metadata }) {
      const folder = await metadata.folders.create(newFolder())
      const given = { terms: terms({ folderId: folder.id }), scope: { createdBy: 'bob' } }
      await refuses(metadata.uploads.create(newUpload(given)), 'folder_not_found')
      await metadata.uploads.create(newUpload({ ...given, scope: null }))
      const other = await metadata.uploads.create(newUpload({ tenant: 'other' }))
      await metadata.erasures.begin(tenant)
      await refuses(metadata.uploads.create(newUpload()), 'unavailable')
      for (;;) if ((await metadata.erasures.step({ tenant, limit: 9 })).isDone) break
      assert.equal((await metadata.erasures.end({ tenant })).isEnded, true)
      const list = (of: string) =>
        metadata.uploads.list({ tenant: of, scope: null, before: null, limit: 9 })
      assert.deepEqual([await list(tenant), await list('other')], [[], [other]])
    },
  },
]
