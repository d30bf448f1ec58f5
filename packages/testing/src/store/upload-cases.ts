import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { isStowageError, type StowageError, type UploadInput } from '@stowage/core'
import { seqOf } from '@stowage/core/internal'
import type { ContractCase } from '../contract/contract.ts'
import type { StoreFixture } from './store-fixture.ts'

const text = (content: string) => new TextEncoder().encode(content)
const large = Buffer.alloc(1_000_000, 'stowage')
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const MICROSECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/

async function nothingIsLeft({ store, countBlobs }: StoreFixture): Promise<void> {
  assert.equal((await store.list()).total, 0)
  assert.equal(await countBlobs(), 0)
}

export const uploadCases: readonly ContractCase<StoreFixture>[] = [
  {
    name: 'upload stores the bytes and the whole record',
    async run({ store }) {
      const bytes = text('hello, fixture')
      const asset = await store.upload(bytes, { name: 'greeting.txt' })
      assert.match(asset.id, UUID_V7)
      assert.match(asset.publicFileId, UUID_V4)
      assert.match(asset.createdAt, MICROSECONDS)
      assert.equal(asset.updatedAt, asset.createdAt)
      assert.deepEqual(
        [asset.name, asset.type, asset.mimeType, asset.extension, asset.size, asset.sha256],
        ['greeting.txt', 'document', 'text/plain', 'txt', bytes.length, sha256(bytes)],
      )
      assert.deepEqual(
        [asset.status, asset.isFavourite, asset.folderId, asset.trashedAt, asset.createdBy],
        ['ready', false, null, null, null],
      )
      assert.deepEqual(await store.get(asset.id), asset)
      assert.deepEqual(Buffer.from(await (await store.read(asset.id)).bytes()), Buffer.from(bytes))
    },
  },
  {
    name: 'upload takes streams, iterables, bytes, blobs and files alike',
    async run({ store }) {
      async function* chunks() {
        for (let at = 0; at < large.length; at += 70_000) yield large.subarray(at, at + 70_000)
      }
      const sources = [
        Readable.from(chunks()),
        chunks(),
        new Uint8Array(large),
        new Blob([large]),
        new File([large], 'named.bin'),
      ]
      for (const source of sources) {
        const asset = await store.upload(source)
        assert.equal(asset.sha256, sha256(large))
        assert.equal(Buffer.compare(await (await store.read(asset)).bytes(), large), 0)
        assert.equal(asset.name, source instanceof File ? 'named.bin' : 'untitled')
      }
    },
  },
  {
    name: 'upload stores an empty file',
    async run({ store }) {
      const asset = await store.upload(new Uint8Array(0), { name: 'nothing' })
      assert.deepEqual([asset.size, asset.mimeType], [0, 'application/octet-stream'])
      assert.equal((await (await store.read(asset)).bytes()).length, 0)
    },
  },
  {
    name: 'upload checks an announced digest, and stores nothing when it differs',
    async run(fixture) {
      const bytes = text('abc')
      await assert.rejects(fixture.store.upload(bytes, { sha256: sha256(text('abd')) }), {
        code: 'digest_mismatch',
      })
      await nothingIsLeft(fixture)
      await fixture.store.upload(bytes, { sha256: sha256(bytes) })
    },
  },
  {
    name: 'upload takes a file at the limit and refuses one byte more',
    async run({ store }) {
      await store.upload(Readable.from([Buffer.alloc(2_000_000)]))
      await assert.rejects(store.upload(Readable.from([Buffer.alloc(2_000_001)])), {
        code: 'file_too_large',
        context: { limit: 2_000_000, index: 0 },
      })
      await assert.rejects(store.upload(new Blob([Buffer.alloc(2_000_001)])), {
        code: 'file_too_large',
      })
      assert.equal((await store.list()).total, 1)
    },
  },
  {
    name: 'an aborted upload leaves nothing, at every stage',
    async run(fixture) {
      const reason = new Error('changed my mind')
      await assert.rejects(
        fixture.store.upload(large, { signal: AbortSignal.abort(reason) }),
        reason,
      )
      const controller = new AbortController()
      async function* stuck() {
        yield large
        controller.abort(reason)
        await new Promise(() => {})
      }
      await assert.rejects(fixture.store.upload(stuck(), { signal: controller.signal }), reason)
      await nothingIsLeft(fixture)
    },
  },
  {
    name: 'uploadMany stores all files in the order given',
    async run({ store }) {
      const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt']
      const assets = await store.uploadMany(names.map((name) => ({ source: text(name), name })))
      assert.deepEqual(
        assets.map(({ name }) => name),
        names,
      )
      const [oldest] = assets
      const first = oldest === undefined ? 0 : seqOf(oldest)
      assert.deepEqual(
        assets.map((asset) => seqOf(asset) - first),
        [0, 1, 2, 3, 4],
      )
    },
  },
  {
    name: 'uploadMany asks for a file only when the one before it is received',
    async run({ store }) {
      const order: string[] = []
      async function* files(): AsyncGenerator<UploadInput> {
        for (const name of ['a', 'b']) {
          order.push(`ask ${name}`)
          async function* source() {
            yield text(name)
            order.push(`end ${name}`)
          }
          yield { source: source(), name }
        }
      }
      await store.uploadMany(files())
      assert.deepEqual(order, ['ask a', 'end a', 'ask b', 'end b'])
    },
  },
  {
    name: 'uploadMany stores nothing when its iterable throws after the last file',
    async run(fixture) {
      async function* files(): AsyncGenerator<UploadInput> {
        yield { source: text('one') }
        yield { source: large }
        throw new Error('cut off')
      }
      await assert.rejects(fixture.store.uploadMany(files()), /cut off/)
      await nothingIsLeft(fixture)
    },
  },
  {
    name: 'uploadMany collects refusals of content over all files',
    async run(fixture) {
      const refused = { source: text('x'), sha256: sha256(text('y')) }
      const upload = fixture.store.uploadMany([refused, { source: text('fine') }, refused])
      await assert.rejects(upload, (error: StowageError) => {
        assert.ok(isStowageError(error, 'upload_refused'))
        assert.deepEqual(
          error.errors.map(({ code, context }) => [code, context.index]),
          [
            ['digest_mismatch', 0],
            ['digest_mismatch', 2],
          ],
        )
        return true
      })
      await nothingIsLeft(fixture)
    },
  },
  {
    name: 'uploadMany refuses no file and one file too many',
    async run(fixture) {
      await assert.rejects(fixture.store.uploadMany([]), { code: 'file_missing' })
      const many = Array.from({ length: 6 }, () => ({ source: text('x') }))
      await assert.rejects(fixture.store.uploadMany(many), {
        code: 'too_many_files',
        context: { limit: 5 },
      })
      await nothingIsLeft(fixture)
    },
  },
  {
    name: 'uploads at the same time get dense numbers and keep their bytes',
    async run({ store }) {
      const uploads = Array.from({ length: 60 }, (_, n) => store.upload(text(`file ${n}`)))
      const assets = await Promise.all(uploads)
      assert.deepEqual(
        assets.map(seqOf).sort((a, b) => a - b),
        Array.from({ length: 60 }, (_, n) => n + 1),
      )
      for (const [n, asset] of assets.entries()) {
        const bytes = await (await store.read(asset)).bytes()
        assert.equal(Buffer.from(bytes).toString(), `file ${n}`)
      }
    },
  },
]
