import { describe, expect, it, onTestFinished } from 'vitest'
import type { Asset } from '../assets/asset.ts'
import type { Principal } from '../keys/api-key.ts'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import { replacing } from '../testing/replacing.ts'
import type { AssetStore } from './asset-store.ts'
import { createAssetStore } from './opening/create-asset-store.ts'
import { openAssetStore } from './opening/open-asset-store.ts'

/** As plain JavaScript sees the store and its groups. */
type Loose = Record<string, (...args: readonly unknown[]) => unknown>

/** Calls a method by its name, such as `get`, `variants.ensure`, or `select.move` with the ids before its own arguments. */
function callByName(store: AssetStore, path: string, args: readonly unknown[]): unknown {
  const names = path.split('.')
  const method = names.pop() as string
  const [ids, ...others] = args
  const [owner, given] =
    names[0] === 'select'
      ? [store.select(ids as string), others]
      : [names.reduce((each, name) => Reflect.get(each, name), store as object), args]
  return (owner as Loose)[method]?.(...given)
}

function memoryStore(): AssetStore {
  const store = createAssetStore({
    metadata: createMemoryMetadata(),
    blobs: createMemoryBlobs(),
    advanced: { sweepEveryMs: false },
  })
  onTestFinished(() => store.close())
  return store
}

const bytes = Buffer.from('bytes')
const NOT_TEXT = [undefined, null, 7, {}, [], 'a\0b', '\ud800']
const NOT_OPTIONS = [null, 7, 'options']
const principal: Principal = { kind: 'external', id: 'x', tenant: 'default', permissions: [] }

/** Every call with one wrong argument: method, arguments, and which of them is wrong. */
const wrong: [string, readonly unknown[], string][] = [
  ...NOT_TEXT.flatMap((id): [string, unknown[], string][] => [
    ['get', [id], 'id'],
    ['get', [{ publicFileId: id }], 'publicFileId'],
    ['get', [{ externalId: id }], 'externalId'],
    ['update', [id, {}], 'id'],
    ['admin.resolveScan', [id, 'clean'], 'id'],
    ['trash', [[id]], 'ids'],
    ['restore', [[id]], 'ids'],
    ['select.setFavourite', [[id], true], 'ids'],
    ['purge', [['x', id]], 'ids'],
    ['variants.ensure', ['x', id], 'name'],
    ['variants.retry', [id], 'asset'],
    ['read', [id], 'asset'],
    ['urls.presign', [id, {}], 'asset'],
  ]),
  ...NOT_OPTIONS.flatMap((options): [string, unknown[], string][] => [
    ['upload', [bytes, options], 'options'],
    ['uploadMany', [[], options], 'options'],
    ['get', ['x', options], 'options'],
    ['list', [options], 'options'],
    ['update', ['x', {}, options], 'options'],
    ['admin.resolveScan', ['x', 'clean', options], 'options'],
    ['trash', ['x', options], 'options'],
    ['restore', ['x', options], 'options'],
    ['select.tag', ['x', {}, options], 'options'],
    ['select.setFavourite', ['x', true, options], 'options'],
    ['purge', ['x', options], 'options'],
    ['variants.ensure', ['x', 'thumbnail', options], 'options'],
    ['variants.retry', ['x', options], 'options'],
    ['read', ['x', options], 'options'],
    ['urls.presign', ['x', options], 'options'],
    ['admin.sweep', [options], 'options'],
    ['admin.verify', [options], 'options'],
    ['admin.pauseDeletion', [options], 'options'],
    ['admin.backup', [options], 'options'],
  ]),
  ['urls.presign', ['x'], 'options'],
  ['admin.backup', [], 'options'],
  ['admin.backup', [{}], 'directory'],
  ['admin.backup', [{ directory: 'a\0b' }], 'directory'],
  ['get', ['x', { signal: {} }], 'signal'],
  ['admin.sweep', [{ signal: 'now' }], 'signal'],
  ['read', ['x', { range: { start: 0, end: '7' } }], 'range'],
  ['read', ['x', { range: { start: '0', end: 7 } }], 'range'],
  ['get', ['x', { trashed: true }], 'trashed'],
  ['list', [{ trashed: 'only' }], 'trashed'],
  ['list', [{ page: '1' }], 'page'],
  ['list', [{ perPage: 0 }], 'perPage'],
  ['update', ['x', null], 'changes'],
  ['update', ['x', { name: '' }], 'name'],
  ['update', ['x', { folderId: 'a\0b' }], 'folderId'],
  ['update', ['x', { folderId: '\udfff' }], 'folderId'],
  ['update', ['x', { tags: 'a' }], 'tags'],
  ['update', ['x', {}, { ifMatch: 7 }], 'ifMatch'],
  ['select.tag', ['x', null], 'changes'],
  ['select.tag', ['x', ['a']], 'changes'],
  ['select.tag', ['x', { add: 'a' }], 'add'],
  ['select.tag', [7, {}], 'ids'],
  ['select.tag', [{}, {}], 'ids'],
  ['select.tag', [{ filter: {} }, {}], 'ids'],
  ['select.tag', [[7], {}], 'ids'],
  ['admin.resolveScan', ['x', 'ready'], 'verdict'],
  ['admin.resolveScan', ['x', 'clean', { sha256: 'ABC' }], 'sha256'],
  ['trash', [7], 'ids'],
  ['trash', [null], 'ids'],
  ['read', [{ id: 'x' }], 'asset'],
  ['read', ['x', { variant: 7 }], 'variant'],
  ['read', ['x', { range: 'bytes=0-1' }], 'range'],
  ['read', ['x', { range: null }], 'range'],
  ['upload', ['photo.jpg'], 'source'],
  ['upload', [undefined], 'source'],
  ['upload', [7], 'source'],
  ['upload', [bytes, { name: 7 }], 'name'],
  ['upload', [bytes, { sha256: 'ABC' }], 'sha256'],
  ['upload', [bytes, { idempotencyKey: 7 }], 'idempotencyKey'],
  ['upload', [bytes, { idempotencyKey: 'a\0' }], 'idempotencyKey'],
  ['upload', [bytes, { expectedBytes: -1 }], 'expectedBytes'],
  ['upload', [bytes, { principal: 7 }], 'principal'],
  ['upload', [bytes, { principal: { ...principal, id: {} } }], 'principal'],
  ['upload', [bytes, { principal: { ...principal, id: 7.5 } }], 'principal'],
  ['upload', [bytes, { principal: { ...principal, id: 'a\0' } }], 'principal'],
  ['upload', [bytes, { principal: { ...principal, tenant: 'other' } }], 'principal'],
  ['uploadMany', [7], 'files'],
  ['uploadMany', ['a.jpg'], 'files'],
  ['uploadMany', [bytes], 'files'],
  ['uploadMany', [[bytes]], 'files'],
  ['uploadMany', [[null]], 'files'],
]

async function outcome(call: () => unknown): Promise<unknown> {
  try {
    return await call()
  } catch (error) {
    return error
  }
}

describe('wrong arguments', () => {
  it.each(wrong)('%s(%j) is refused, naming %s', async (method, args, argument) => {
    const store = memoryStore()
    expect(await outcome(() => callByName(store, method, args))).toMatchObject({
      name: 'StowageError',
      code: 'invalid_argument',
      context: { argument },
      message: expect.stringMatching(/must|Use|between|belongs/),
    })
  })

  it('of methods that answer at once are thrown', () => {
    const { variants, urls } = memoryStore()
    const store = memoryStore() as unknown as Loose
    for (const call of [
      () => store.on?.('asset.gone', () => {}),
      () => store.on?.('asset.created'),
      () => variants.offers('x' as never, 'thumbnail'),
      () => urls.locate({} as never),
      () => store.for?.({ tenant: 7 }),
      () => store.for?.({ tenant: 'a\0b' }),
      () => store.for?.({ tenant: undefined }),
      () => store.for?.({ scope: undefined }),
      () => store.for?.({ actor: undefined }),
      () => store.for?.({ tenants: 'a' }),
      () => store.for?.('a'),
      () => store.for?.(),
    ]) {
      expect(call).toThrow(expect.objectContaining({ code: 'invalid_argument' }))
    }
  })

  it('of iterate reject when the first asset is asked for', async () => {
    for (const options of [null, { trashed: 'only' }, { signal: 7 }, { filter: {} }]) {
      const assets = memoryStore()
        .matching({})
        .iterate(options as never)
        [Symbol.asyncIterator]()
      await expect(assets.next()).rejects.toMatchObject({ code: 'invalid_argument' })
    }
  })

  it('of keys are refused, and a malformed token has no principal', async () => {
    const keys = memoryStore().keys as unknown as Loose
    for (const [method, ...args] of [
      ['create'],
      ['create', { name: 7 }],
      ['create', { name: 'a\0b' }],
      ['create', { name: '\ud800' }],
      ['create', { name: 'x', permissions: 'read' }],
      ['create', { name: 'x', expiresAt: Symbol('never') }],
      ['create', { name: 'x', principal: null }],
      ['create', { name: 'x', principal: { ...principal, tenant: 'other' } }],
      ['page', 7],
      ['page', { page: 0 }],
      ['revoke', 7],
      ['revoke', 'a\0b'],
    ] as const) {
      expect(await outcome(() => keys[method]?.(...args))).toMatchObject({
        code: 'invalid_argument',
      })
    }
    for (const token of [undefined, null, 7, [], {}]) {
      expect(await keys.verify?.(token)).toBeNull()
    }
  })
})

describe('a promise or an asset in the place of another value', () => {
  it('is refused, with what to do', async () => {
    const store = memoryStore()
    const asset = await store.upload(bytes)
    const promise = Promise.resolve(bytes)
    for (const [method, argument, hint] of [
      ['upload', promise, 'not a promise. Await it'],
      ['uploadMany', promise, 'not a promise. Await it'],
      ['trash', promise, 'not a promise. Await it'],
      ['get', promise, 'not a promise. Await it'],
      ['trash', asset, 'not an asset. Pass asset.id.'],
      ['trash', [asset], 'not an asset. Pass asset.id.'],
      ['get', asset, 'not an asset. Pass asset.id.'],
    ] as const) {
      expect(await outcome(() => callByName(store, method, [argument])), method).toMatchObject({
        code: 'invalid_argument',
        message: expect.stringContaining(hint),
      })
    }
  })
})

describe('purge of an active asset', () => {
  it('says what to do first', async () => {
    const store = memoryStore()
    const { id } = await store.upload(bytes)
    await expect(store.purge(id)).rejects.toThrow('Trash it first.')
  })
})

describe('unknown options', () => {
  it.each<[string, readonly unknown[], string, string]>([
    ['upload', [bytes, { filename: 'a' }], 'filename', 'Did you mean name?'],
    ['upload', [bytes, { idempotency_key: 'a' }], 'idempotency_key', 'mean idempotencyKey?'],
    ['upload', [bytes, { allow: ['image/*'] }], 'allow', 'It belongs to openAssetStore.'],
    ['upload', [{ source: bytes, filename: 'a' }], 'filename', 'Did you mean name?'],
    ['uploadMany', [[], { name: 'a' }], 'name', 'uploadMany has no option name.'],
    ['uploadMany', [[{ source: bytes, sha_256: '' }]], 'sha_256', 'Did you mean sha256?'],
    ['upload', [{ buffer: bytes, originalname: 'a' }], 'source', 'source: file.buffer, name: file'],
    ['uploadMany', [[{ buffer: bytes, originalname: 'a' }]], 'files', 'source: file.buffer'],
    ['get', ['x', { trashd: 'include' }], 'trashd', 'Did you mean trashed?'],
    ['get', [{ publicFileId: 'x' }, { sginal: 1 }], 'sginal', 'Did you mean signal?'],
    ['get', [{ sha256: 'x' }], 'id', 'an id, { publicFileId } or { externalId }'],
    ['get', ['x', { tenant: 'any' }], 'tenant', 'with a publicFileId'],
    ['get', [{ publicFileId: 'x' }, { tenant: 'b' }], 'tenant', "'any'"],
    ['list', [{ limit: 1 }], 'limit', 'Did you mean perPage?'],
    ['list', [{ per_page: 1 }], 'per_page', 'Did you mean perPage?'],
    ['update', ['x', { filename: 'a' }], 'filename', 'Did you mean name?'],
    ['update', ['x', {}, { name: 'a' }], 'name', 'update has no option name.'],
    ['admin.resolveScan', ['x', 'clean', { quiet: 1 }], 'quiet', 'resolveScan has no option'],
    ['trash', ['x', { quiet: 1 }], 'quiet', 'trash has no option'],
    ['restore', ['x', { quiet: 1 }], 'quiet', 'restore has no option'],
    ['purge', ['x', { byte: 'deleted' }], 'byte', 'Did you mean bytes?'],
    ['read', ['x', { variants: 'a' }], 'variants', 'Did you mean variant?'],
    ['urls.presign', ['x', { range: {} }], 'range', 'presign has no option range.'],
    ['variants.ensure', ['x', 'a', { quiet: 1 }], 'quiet', 'variants.ensure has no option'],
    ['variants.retry', ['x', { quiet: 1 }], 'quiet', 'variants.retry has no option'],
    ['keys.create', [{ name: 'a', permission: ['read'] }], 'permission', 'mean permissions?'],
    ['keys.page', [{ per_page: 1 }], 'per_page', 'Did you mean perPage?'],
    ['admin.sweep', [{ quiet: 1 }], 'quiet', 'admin.sweep has no option'],
    ['admin.pauseDeletion', [{ quiet: 1 }], 'quiet', 'admin.pauseDeletion has no option'],
    ['admin.verify', [{ checksum: false }], 'checksum', 'Did you mean checksums?'],
    ['admin.backup', [{ dir: 'a' }], 'dir', 'Did you mean directory?'],
    [
      'admin.backup',
      [],
      'options',
      'options are missing. They must be an object with signal, directory',
    ],
  ])('%s(%j) is refused, naming %s', async (method, args, argument, hint) => {
    expect(await outcome(() => callByName(memoryStore(), method, args))).toMatchObject({
      code: 'invalid_argument',
      context: { argument },
      message: expect.stringContaining(hint),
    })
  })

  it('may be inherited, and known ones may be undefined', async () => {
    const store = memoryStore()
    const options = Object.assign(Object.create({ other: 1 }), { perPage: 1, signal: undefined })
    expect((await store.list(options)).perPage).toBe(1)
  })

  it('make no key', async () => {
    const { keys } = memoryStore()
    const options = { name: 'a', permission: ['read'] }
    await expect(keys.create(options)).rejects.toMatchObject({ code: 'invalid_argument' })
    expect(await keys.list()).toEqual([])
  })
})

describe('openAssetStore', () => {
  it.each([
    [undefined, 'directory'],
    [null, 'options'],
    ['./media', 'options'],
    [{}, 'directory'],
    [{ directory: '' }, 'directory'],
    [{ directory: 7 }, 'directory'],
  ])('refuses %j', async (options, argument) => {
    await expect(openAssetStore(options as never)).rejects.toMatchObject({
      code: 'invalid_argument',
      context: { argument },
    })
  })
})

describe('after close', () => {
  it('every method is closed', async () => {
    const store = memoryStore()
    const asset: Asset = await store.upload(bytes)
    await store.close()
    const { id, publicFileId } = asset
    for (const [name, call] of Object.entries({
      upload: () => store.upload(bytes),
      uploadMany: () => store.uploadMany([{ source: bytes }]),
      get: () => store.get(id),
      'get of a file': () => store.get({ publicFileId }),
      'get of any file': () => store.get({ publicFileId }, { tenant: 'any' }),
      list: () => store.list(),
      iterate: () => store.matching({}).iterate()[Symbol.asyncIterator]().next(),
      update: () => store.update(id, {}),
      resolveScan: () => store.admin.resolveScan(id, 'clean'),
      trash: () => store.trash(id),
      restore: () => store.restore(id),
      purge: () => store.purge(id),
      'variants.ensure': () => store.variants.ensure(asset, 'thumbnail'),
      read: () => store.read(asset),
      locate: () => store.urls.locate(asset),
      presign: () => store.urls.presign(asset, {} as never),
      'admin.sweep': () => store.admin.sweep(),
      'admin.verify': () => store.admin.verify(),
      'admin.pauseDeletion': () => store.admin.pauseDeletion(),
      'admin.backup': () => store.admin.backup({ directory: 'nowhere' }),
      ping: () => store.admin.ping(),
      on: () => store.on('asset.created', () => {}),
      'keys.create': () => store.keys.create({ name: 'x' }),
      'keys.verify': () => store.keys.verify('stw_'),
      'keys.list': () => store.keys.list(),
      'keys.revoke': () => store.keys.revoke('x'),
    })) {
      expect(await outcome(call), name).toMatchObject({ code: 'closed' })
    }
    await store.close()
  })
})

describe('a principal whose id is a number', () => {
  it.each([
    [7, '7'],
    [0, '0'],
    [12n, '12'],
    [Number.MAX_SAFE_INTEGER, '9007199254740991'],
  ])('is kept as decimal digits: %s', async (id, text) => {
    const numeric = { ...principal, id: id as unknown as string }
    expect((await memoryStore().upload(bytes, { principal: numeric })).createdBy).toBe(text)
  })
})

describe('errors that are not of the store', () => {
  it('come as unavailable, with what was thrown as the cause', async () => {
    const metadata = createMemoryMetadata()
    const broken = () => Promise.reject(new TypeError('not a function'))
    const store = createAssetStore({
      metadata: replacing(metadata, { assets: { get: broken, list: broken, setTrashed: broken } }),
      blobs: createMemoryBlobs(),
      advanced: { sweepEveryMs: false },
    })
    onTestFinished(() => store.close())
    for (const call of [() => store.get('x'), () => store.list(), () => store.trash('x')]) {
      expect(await outcome(call)).toMatchObject({
        code: 'unavailable',
        cause: { message: 'not a function' },
      })
    }
  })
})
