import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isStowageError, StowageError } from '../errors/stowage-error.ts'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import type { AssetStore } from '../store/asset-store.ts'
import { createAssetStore } from '../store/opening/create-asset-store.ts'
import { type OpenAssetStoreOptions, openAssetStore } from '../store/opening/open-asset-store.ts'

const tenant = 'default'
/** More than is written at once. */
const BYTES = randomBytes(700_001)

async function sharedDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'stowage-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  return directory
}

async function openStore(
  directory: string,
  options: Partial<OpenAssetStoreOptions> = {},
): Promise<AssetStore> {
  const store = await openAssetStore({
    directory,
    ...options,
    advanced: { sweepEveryMs: false, ...options.advanced },
  } as OpenAssetStoreOptions)
  onTestFinished(() => store.close())
  return store
}

/** Names of the files with bytes of unfinished uploads. */
async function piecesIn(directory: string): Promise<readonly string[]> {
  const uploads = join(directory, 'uploads')
  const entries = await readdir(uploads, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.flatMap((entry) => (entry.isFile() ? entry.name : []))
}

async function readAll(store: AssetStore, id: string): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of (await store.read(id)).stream()) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function codeOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'resolved',
    (error) => (isStowageError(error) ? error.code : error),
  )
}

/** A source that gives bytes and then waits until it is told to end. */
function stuckSource(bytes: Uint8Array) {
  let end = () => {}
  let begun = () => {}
  const isOver = new Promise<void>((resolve) => (end = resolve))
  const hasBegun = new Promise<void>((resolve) => (begun = resolve))
  async function* source() {
    yield bytes
    begun()
    await isOver
  }
  return { source: source(), hasBegun, end }
}

async function* failing(bytes: Uint8Array) {
  yield bytes
  throw new Error('The connection was cut.')
}

describe('store.uploads on a folder', () => {
  it('stores a file that comes in parts to two stores on one directory, byte for byte', async () => {
    const directory = await sharedDirectory()
    const stores = [await openStore(directory), await openStore(directory)] as const
    const [one, other] = stores
    const { id, offset } = await one.uploads.create({
      name: 'a.bin',
      size: BYTES.length,
      title: 'A',
      principal: { kind: 'external', id: 'user-7', tenant, permissions: [] },
    })
    expect(offset).toBe(0)
    const cuts = [0, 1, 300_000, 300_001, 600_000, BYTES.length]
    let asset = null
    for (const [n, at] of cuts.slice(0, -1).entries()) {
      const store = stores[n % 2] ?? one
      const source = BYTES.subarray(at, cuts[n + 1])
      const answer = await store.uploads.append(id, { offset: at, source })
      expect(answer.upload.offset).toBe(cuts[n + 1])
      if (n === 0) expect(await piecesIn(directory)).toHaveLength(1)
      asset = answer.asset
    }
    expect(asset).toMatchObject({
      name: 'a.bin',
      title: 'A',
      createdBy: 'user-7',
      size: BYTES.length,
      sha256: createHash('sha256').update(BYTES).digest('hex'),
    })
    expect((await readAll(other, asset?.id ?? '')).equals(BYTES)).toBe(true)
    expect(await one.uploads.get(id)).toMatchObject({ status: 'done', assetId: asset?.id })
    expect(await piecesIn(directory)).toEqual([])
    // An empty request whose answer was lost, twice.
    for (const store of stores) {
      const again = { offset: BYTES.length, source: new Uint8Array() }
      expect((await store.uploads.append(id, again)).asset?.id).toBe(asset?.id)
    }
    const more = { offset: BYTES.length, source: Buffer.from('x') }
    expect(await codeOf(one.uploads.append(id, more))).toBe('upload_finished')
    expect((await one.list()).total).toBe(1)
  })

  it('keeps what came before a cut, and goes on from there', async () => {
    const directory = await sharedDirectory()
    const store = await openStore(directory)
    const { id } = await store.uploads.create({ size: BYTES.length })
    const cut = { offset: 0, source: failing(BYTES.subarray(0, 400_000)) }
    expect(await codeOf(store.uploads.append(id, cut))).toBe('source_failed')
    const { upload } = await store.uploads.resume(id)
    expect(upload).toMatchObject({ offset: 400_000, status: 'receiving' })
    const wrong = { offset: 399_999, source: BYTES.subarray(399_999) }
    await expect(store.uploads.append(id, wrong)).rejects.toMatchObject({
      code: 'offset_mismatch',
      context: { offset: 400_000 },
    })
    const rest = { offset: 400_000, source: BYTES.subarray(400_000) }
    const { asset } = await store.uploads.append(id, rest)
    expect((await readAll(store, asset?.id ?? '')).equals(BYTES)).toBe(true)
  })

  it('lets the newer request stop the older one, which keeps what it has, here and in another store', async () => {
    const directory = await sharedDirectory()
    const [one, other] = [await openStore(directory), await openStore(directory)]
    for (const next of [one, other]) {
      const { id } = await one.uploads.create({ size: BYTES.length })
      const stuck = stuckSource(BYTES.subarray(0, 300_000))
      const first = codeOf(one.uploads.append(id, { offset: 0, source: stuck.source }))
      await stuck.hasBegun
      const { upload } = await next.uploads.resume(id)
      expect(upload.offset).toBe(300_000)
      expect(await first).toBe('upload_locked')
      const rest = { offset: 300_000, source: BYTES.subarray(300_000) }
      expect((await next.uploads.append(id, rest)).asset?.size).toBe(BYTES.length)
    }
  })

  it('finishes once when two requests bring the last byte', async () => {
    const directory = await sharedDirectory()
    const [one, other] = [await openStore(directory), await openStore(directory)]
    const { id } = await one.uploads.create({ size: 10 })
    await one.uploads.append(id, { offset: 0, source: Buffer.alloc(9) })
    const last = { offset: 9, source: Buffer.alloc(1) }
    const answers = await Promise.allSettled([
      one.uploads.append(id, last),
      one.uploads.append(id, last),
      other.uploads.append(id, last),
    ])
    expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true)
    const { asset } = await other.uploads.resume(id)
    expect(asset?.size).toBe(10)
    expect((await one.list()).total).toBe(1)
  })

  it('finishes what a request left full: by the next one, in this store and in another', async () => {
    const directory = await sharedDirectory()
    for (const isOurs of [true, false]) {
      let isBroken = true
      const scan = async () => {
        if (isBroken) throw new Error('The scanner is down.')
        return 'accept' as const
      }
      const store = await openStore(directory, { scan, jobs: { work: false } })
      const { id } = await store.uploads.create({ size: 3 })
      const bytes = { offset: 0, source: Buffer.from('abc') }
      expect(await codeOf(store.uploads.append(id, bytes))).toBe('unavailable')
      expect(await store.uploads.get(id)).toMatchObject({ status: 'finishing', assetId: null })
      expect(await codeOf(store.uploads.resume(id))).toBe('unavailable')
      isBroken = false
      const next = isOurs ? store : await openStore(directory)
      const { upload, asset } = await next.uploads.resume(id)
      expect([upload.status, asset?.size]).toEqual(['done', 3])
    }
    expect(await piecesIn(directory)).toEqual([])
  })

  it('compares checksums before the offset moves', async () => {
    const store = await openStore(await sharedDirectory())
    const { id } = await store.uploads.create({ size: 12 })
    const hello = Buffer.from('hello ')
    const digests = [
      ['sha1', createHash('sha1').update(hello).digest('hex')],
      ['sha256', createHash('sha256').update(hello).digest('hex')],
      ['crc32', 'ed81f9f6'],
    ] as const
    for (const [algorithm, value] of digests) {
      const wrong = { algorithm, value: value.replace(/.$/, (last) => (last === '0' ? '1' : '0')) }
      const options = { offset: 0, source: hello, digest: wrong }
      expect(await codeOf(store.uploads.append(id, options))).toBe('checksum_mismatch')
      expect((await store.uploads.get(id)).offset).toBe(0)
    }
    const [algorithm, value] = digests[1]
    await store.uploads.append(id, { offset: 0, source: hello, digest: { algorithm, value } })
    const whole = { offset: 6, source: Buffer.from('world!'), sha256: '0'.repeat(64) }
    expect(await codeOf(store.uploads.append(id, whole))).toBe('digest_mismatch')
    expect((await store.uploads.get(id)).offset).toBe(6)
    const sha256 = createHash('sha256').update('hello world!').digest('hex')
    const { asset } = await store.uploads.append(id, { ...whole, sha256 })
    expect(asset?.sha256).toBe(sha256)
  })

  it('takes files of length 0 and of unknown length, and refuses lengths that lie', async () => {
    const store = await openStore(await sharedDirectory(), { limits: { fileSize: 100 } })
    const empty = await store.uploads.create({ name: 'empty.txt', size: 0 })
    expect((await store.uploads.resume(empty.id)).asset?.size).toBe(0)
    const { id } = await store.uploads.create({ size: null })
    await store.uploads.append(id, { offset: 0, source: Buffer.alloc(5) })
    const nine = { offset: 5, source: Buffer.alloc(4), size: 10, isLast: true }
    expect(await codeOf(store.uploads.append(id, nine))).toBe('length_mismatch')
    const less = { offset: 5, source: Buffer.alloc(1), size: 4 }
    expect(await codeOf(store.uploads.append(id, less))).toBe('length_mismatch')
    const more = { offset: 5, source: Buffer.alloc(6), size: 10 }
    expect(await codeOf(store.uploads.append(id, more))).toBe('file_too_large')
    const large = { offset: 5, source: Buffer.alloc(96) }
    expect(await codeOf(store.uploads.append(id, large))).toBe('file_too_large')
    expect(await store.uploads.get(id)).toMatchObject({ offset: 5, size: null })
    const end = { offset: 5, source: Buffer.alloc(5), isLast: true }
    expect((await store.uploads.append(id, end)).asset?.size).toBe(10)
    expect(await codeOf(store.uploads.create({ size: 101 }))).toBe('file_too_large')
  })

  it('leaves nothing of refused content, gives quota and ticket back, and says why again', async () => {
    const directory = await sharedDirectory()
    const store = await openStore(directory, { allow: ['image/*'], quota: () => 1000 })
    const { ticket, token } = await store.tickets.create({ files: 1, bytes: 1000 })
    const { id } = await store.uploads.create({ size: 900, ticket })
    const left = async () => (await store.tickets.verify(token))?.filesLeft
    expect(await left()).toBe(0)
    const text = { offset: 0, source: Buffer.alloc(900, 'text '), ticket }
    expect(await codeOf(store.uploads.append(id, text))).toBe('type_not_allowed')
    expect(await left()).toBe(1)
    expect(await piecesIn(directory)).toEqual([])
    await expect(store.uploads.resume(id, { ticket })).rejects.toMatchObject({
      code: 'type_not_allowed',
      context: { mimeType: 'text/plain' },
    })
    expect(await store.uploads.get(id)).toMatchObject({ status: 'refused' })
    expect((await store.uploads.create({ size: 1000, ticket })).status).toBe('receiving')
  })

  it('shows an upload to its ticket, its scope and its tenant alone', async () => {
    const store = await openStore(await sharedDirectory())
    const { ticket } = await store.tickets.create({ createdBy: 'ann' })
    const { ticket: other } = await store.tickets.create({ createdBy: 'ann' })
    const { id } = await store.uploads.create({ size: 1, ticket })
    expect((await store.uploads.get(id, { ticket })).createdBy).toBe('ann')
    const scoped = store.for({ scope: { createdBy: 'ann' } })
    expect((await scoped.uploads.list()).uploads.map((each) => each.id)).toEqual([id])
    const strangers = [
      store.uploads.get(id, { ticket: other }),
      store.for({ scope: { createdBy: 'bob' } }).uploads.get(id),
      store.for({ tenant: 'other' }).uploads.get(id),
      store.for({ tenant: 'other' }).uploads.remove(id),
      store.for({ tenant: 'other' }).uploads.append(id, { offset: 0, source: Buffer.alloc(1) }),
    ]
    for (const each of strangers) expect(await codeOf(each)).toBe('upload_not_found')
    await store.uploads.remove(id, { ticket })
    expect(await codeOf(store.uploads.get(id))).toBe('upload_not_found')
    expect(await codeOf(store.uploads.remove(id))).toBe('upload_not_found')
  })

  it('refuses the asset when its ticket was revoked half-way', async () => {
    const store = await openStore(await sharedDirectory())
    const { ticket } = await store.tickets.create()
    const { id } = await store.uploads.create({ size: 2, ticket })
    await store.uploads.append(id, { offset: 0, source: Buffer.alloc(1), ticket })
    await store.tickets.revoke(ticket.id)
    const last = { offset: 1, source: Buffer.alloc(1), ticket }
    expect(await codeOf(store.uploads.append(id, last))).toBe('ticket_revoked')
    expect((await store.list()).total).toBe(0)
  })

  it('concatenates partial uploads of one uploader', async () => {
    const directory = await sharedDirectory()
    const store = await openStore(directory)
    const ids: string[] = []
    for (const [start, end] of [
      [0, 300_000],
      [300_000, BYTES.length],
    ] as const) {
      const { id } = await store.uploads.create({ kind: 'partial', size: end - start })
      const { upload, asset } = await store.uploads.append(id, {
        offset: 0,
        source: BYTES.subarray(start, end),
      })
      expect([upload.status, asset]).toEqual(['done', null])
      ids.push(id)
    }
    const other = store.for({ tenant: 'other' })
    const final = { kind: 'final', partials: ids, name: 'whole.bin' } as const
    expect(await codeOf(other.uploads.create(final))).toBe('upload_not_found')
    const { id } = await store.uploads.create(final)
    const { asset } = await store.uploads.resume(id)
    expect(asset).toMatchObject({ name: 'whole.bin', size: BYTES.length })
    expect((await readAll(store, asset?.id ?? '')).equals(BYTES)).toBe(true)
  })

  it('keeps the offset when the disk is full in the middle', async () => {
    const blobs = createMemoryBlobs()
    const { pieces } = blobs
    let isFull = true
    const append: typeof pieces.append = async (...given) => {
      const writer = await pieces.append(...given)
      return Object.assign(Object.create(writer), {
        write: async (chunks: readonly Uint8Array[]) => {
          if (isFull) throw new StowageError('insufficient_storage', 'There is no room left.')
          return writer.write(chunks)
        },
        sync: () => writer.sync(),
        confirm: () => writer.confirm(),
        close: () => writer.close(),
      })
    }
    const full: typeof blobs = Object.assign(Object.create(blobs), {
      pieces: Object.assign(Object.create(pieces), { append }),
    })
    const store = createAssetStore({ metadata: createMemoryMetadata(), blobs: full })
    onTestFinished(() => store.close())
    const { id } = await store.uploads.create({ size: BYTES.length })
    const whole = () => store.uploads.append(id, { offset: 0, source: BYTES })
    expect(await codeOf(whole())).toBe('insufficient_storage')
    expect(await store.uploads.get(id)).toMatchObject({ offset: 0, status: 'receiving' })
    isFull = false
    expect((await whole()).asset?.size).toBe(BYTES.length)
  })

  it('takes no direct uploads, and says why', async () => {
    const store = await openStore(await sharedDirectory())
    expect(store.uploads.isDirectAvailable).toBe(false)
    await expect(store.uploads.create({ size: 1, direct: {} })).rejects.toMatchObject({
      code: 'invalid_argument',
      context: { argument: 'direct' },
    })
    const { id } = await store.uploads.create({ size: 1 })
    expect(await codeOf(store.uploads.complete(id))).toBe('invalid_argument')
    expect(await codeOf(store.uploads.presignParts(id, { numbers: [1] }))).toBe('invalid_argument')
  })

  it('deletes the bytes of unfinished uploads with their tenant', async () => {
    const directory = await sharedDirectory()
    const store = await openStore(directory)
    const { id } = await store.for({ tenant: 'acme' }).uploads.create({ size: 9 })
    const acme = store.for({ tenant: 'acme' })
    await acme.uploads.append(id, { offset: 0, source: Buffer.alloc(5) })
    expect(await piecesIn(directory)).toHaveLength(1)
    await store.admin.tenants.erase('acme', { confirm: 'acme' })
    expect(await piecesIn(directory)).toEqual([])
    expect(await codeOf(acme.uploads.get(id))).toBe('upload_not_found')
  })
})
