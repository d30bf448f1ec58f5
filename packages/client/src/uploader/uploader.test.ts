import { createHash, randomBytes } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createClient } from '../client/create-client.ts'
import type { Asset } from '../generated/openapi.ts'
import { type FolderService, startFolderService } from '../testing/folder-service.fixture.ts'
import { createUploaderWith } from './create-uploader.ts'
import type { UploadMemory } from './upload-memory.ts'
import type { Uploader, UploaderOptions, UploadItem, UploadStatus } from './uploader.ts'

const MEBIBYTE = 1024 ** 2

let directory: string
let service: FolderService
let pauses: number[]
/** What every pause waits for. */
let meanwhile: Promise<void> | undefined
let network: { isOnline: boolean; back?: () => void }
const uploaders: Uploader[] = []

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'stowage-uploader-'))
  service = await startFolderService(path.join(directory, 'store'))
  pauses = []
  meanwhile = undefined
  network = { isOnline: true }
})
afterEach(async () => {
  for (const uploader of uploaders.splice(0)) uploader.cancel()
  await service.close()
  await rm(directory, { recursive: true })
})

const OF_TEST = { resumable: true, pieceBytes: MEBIBYTE, memory: null } as const

function uploader(options: Partial<UploaderOptions> = {}): Uploader {
  const { baseUrl, token } = service
  const all = { baseUrl, token, ...OF_TEST, ...options } as UploaderOptions
  const made = createUploaderWith(all, {
    async wait(milliseconds) {
      pauses.push(milliseconds)
      await meanwhile
    },
    random: () => 0,
    network: {
      isOnline: () => network.isOnline,
      online: (signal) =>
        new Promise((resolve, reject) => {
          network.back = resolve
          signal.addEventListener('abort', () => reject(signal.reason))
        }),
    },
  })
  uploaders.push(made)
  return made
}

/** The item once it is in one of these states. */
function until(
  of: Uploader,
  id: string | undefined,
  isThere: (item: UploadItem) => boolean,
): Promise<UploadItem> {
  return new Promise((resolve) => {
    const look = () => {
      const item = of.get(id ?? '')
      if (item === undefined || !isThere(item)) return
      end()
      resolve(item)
    }
    const end = of.subscribe(look)
    look()
  })
}

const isOver = ({ status }: UploadItem) => ['done', 'failed'].includes(status)
const is = (status: UploadStatus) => (item: UploadItem) => item.status === status

/** Uploads a file, and resolves to the asset. */
async function stored(of: Uploader, file: Blob, name = 'a.bin'): Promise<Asset> {
  const [id] = of.add({ file, name })
  const { asset, error } = await until(of, id, isOver)
  if (asset === null) throw error
  return asset
}

function memory(): UploadMemory & { readonly texts: Map<string, string> } {
  const texts = new Map<string, string>()
  return {
    texts,
    get: (key) => texts.get(key) ?? null,
    set: (key, value) => texts.set(key, value),
    delete: (key) => texts.delete(key),
  }
}

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function digestOf({ id }: Asset): Promise<string> {
  return (await service.store.get(id)).sha256
}
const count = async () => (await service.store.list()).total
const methods = () => service.requests.map((request) => request.replace(/\/uploads.*/, ''))

describe('an upload', () => {
  it('sends a file in pieces, and shows the asset only at the end', async () => {
    const of = uploader()
    const bytes = randomBytes(2.5 * MEBIBYTE)
    const seen: UploadItem[] = []
    of.subscribe((item) => item && seen.push(item))
    const asset = await stored(of, new Blob([bytes]), 'ä "b".bin')
    expect(asset.attributes).toMatchObject({ name: 'ä "b".bin', size: bytes.length })
    expect(await digestOf(asset)).toBe(digest(bytes))
    expect(methods()).toEqual(['POST ', 'PATCH ', 'PATCH ', 'PATCH '])
    const sent = seen.map((item) => item.sent)
    expect(sent).toEqual(sent.toSorted((a, b) => a - b))
    expect(
      seen.filter(({ status }) => status !== 'done').every((item) => item.asset === null),
    ).toBe(true)
    expect(of.getSnapshot()).toMatchObject({
      size: bytes.length,
      sent: bytes.length,
      isRunning: false,
    })
  })

  it('takes an empty file, a file on disk, and fields', async () => {
    const of = uploader()
    expect((await stored(of, new Blob([]))).attributes.size).toBe(0)
    const file = path.join(directory, 'disk.txt')
    await writeFile(file, 'on disk')
    const folder = await service.store.folders.create({ name: 'Into' })
    const fields = async () => ({ folder_id: folder.id, tags: ['a'], metadata: { n: 1 } })
    const [id] = of.add({ file: await openAsBlob(file), name: 'disk.txt' }, fields)
    const { asset } = await until(of, id, isOver)
    const found = await service.store.get(asset?.id ?? '')
    expect(found).toMatchObject({ folderId: folder.id, tags: ['a'], metadata: { n: 1 } })
  })

  it('is plain when it is small, and where the service takes no resumable ones', async () => {
    const auto = uploader({ resumable: 'auto' })
    await stored(auto, new Blob(['small']))
    expect(service.requests).toEqual(['POST /assets'])
    service.intercept = (req, res) => {
      if (!req.url?.includes('/uploads')) return false
      const error = { id: '1', code: 'route_not_found', status: '404', title: 'x', detail: 'no' }
      res.writeHead(404, { 'content-type': 'application/vnd.api+json' })
      res.end(JSON.stringify({ errors: [error] }))
      return true
    }
    const never = uploader()
    service.requests.length = 0
    await stored(never, new Blob(['a']))
    await stored(never, new Blob(['b']))
    expect(service.requests).toEqual(['POST /uploads', 'POST /assets', 'POST /assets'])
  })

  it('sends some at once, and the others in their order', async () => {
    const of = uploader({ concurrency: 2 })
    const names = ['1', '2', '3', '4', '5']
    const ids = of.add(names.map((name) => ({ file: new Blob([name]), name })))
    const running = () =>
      of.getSnapshot().items.filter(({ status }) => ['sending', 'finishing'].includes(status))
        .length
    expect(running()).toBe(2)
    let most = 0
    of.subscribe(() => {
      most = Math.max(most, running())
    })
    for (const id of ids) await until(of, id, is('done'))
    expect([most, await count()]).toEqual([2, 5])
    of.remove()
    expect(of.getSnapshot()).toMatchObject({ items: [], size: 0, sent: 0 })
  })

  it('keeps its snapshot until something changes', async () => {
    const of = uploader()
    const before = of.getSnapshot()
    expect(of.getSnapshot()).toBe(before)
    of.add(new Blob(['x']))
    expect(of.getSnapshot()).not.toBe(before)
  })
})

describe('over a bad network', () => {
  it('goes on where the connection was cut, byte for byte', async () => {
    const of = uploader({ pieceBytes: 4 * MEBIBYTE })
    const bytes = randomBytes(6 * MEBIBYTE)
    for (const afterBytes of [700_000, 1_500_000, 200, 900_000]) service.faults.push({ afterBytes })
    const asset = await stored(of, new Blob([bytes]))
    expect(await digestOf(asset)).toBe(digest(bytes))
    expect(service.faults).toEqual([])
    expect(await count()).toBe(1)
    expect(pauses.length).toBeGreaterThan(0)
  })

  it.each([true, false])(
    'is stored once though its last answer was lost (resumable: %s)',
    async (resumable) => {
      const of = uploader({ resumable })
      const bytes = randomBytes(1000)
      service.faults.push({ loseAnswerTo: resumable ? 'PATCH ' : 'POST ' })
      const asset = await stored(of, new Blob([bytes]))
      expect(await digestOf(asset)).toBe(digest(bytes))
      expect(await count()).toBe(1)
    },
  )

  it('fails at once when the file was changed on the disk meanwhile', async () => {
    const file = path.join(directory, 'changing.bin')
    await writeFile(file, randomBytes(3 * MEBIBYTE))
    const of = uploader()
    service.intercept = ({ method, socket }) => {
      if (method !== 'PATCH') return false
      void writeFile(file, 'other').then(() => socket.destroy())
      return true
    }
    const [id] = of.add(await openAsBlob(file))
    const { status, error } = await until(of, id, isOver)
    expect([status, error?.name]).toEqual(['failed', 'NotReadableError'])
    expect(pauses).toEqual([])
  })

  it('goes on after the server was started again', async () => {
    const of = uploader()
    const bytes = randomBytes(3 * MEBIBYTE)
    service.intercept = ({ method }) => {
      const patches = service.requests.filter((request) => request.startsWith('PATCH')).length
      if (method === 'PATCH' && patches === 2) meanwhile ??= service.restart()
      return false
    }
    const asset = await stored(of, new Blob([bytes]))
    expect(meanwhile).toBeDefined()
    expect(await digestOf(asset)).toBe(digest(bytes))
  })

  it('waits while there is no network, and that counts as no attempt', async () => {
    const of = uploader({ retries: 0 })
    service.faults.push({ loseAnswerTo: 'POST ' })
    network.isOnline = false
    const [id] = of.add(new Blob(['late']))
    const item = await until(of, id, ({ isStalled }) => isStalled)
    expect(item).toMatchObject({
      status: 'finishing'.slice(0, 0) || item.status,
      error: { code: 'network_failed' },
    })
    expect(pauses).toEqual([])
    network.isOnline = true
    network.back?.()
    expect(await until(of, id, isOver)).toMatchObject({
      status: 'done',
      isStalled: false,
      error: null,
    })
  })

  it('gives up after so many attempts without a byte more', async () => {
    const of = uploader({ retries: 3 })
    service.intercept = (req) => {
      req.socket.destroy()
      return true
    }
    const [id] = of.add(new Blob(['x']))
    expect(await until(of, id, isOver)).toMatchObject({
      status: 'failed',
      error: { code: 'network_failed' },
    })
    expect(pauses).toEqual([500, 1000, 2000])
    service.intercept = () => false
    of.retry(id)
    expect(await until(of, id, isOver)).toMatchObject({ status: 'done' })
  })

  it('waits as long as the service asks while the asset is made', async () => {
    const of = uploader({ retries: 0 })
    let refusals = 0
    service.intercept = ({ method }, res) => {
      if (method !== 'HEAD' && !(method === 'PATCH' && refusals === 0)) return false
      if (refusals === 3) return false
      refusals += 1
      res.writeHead(503, { 'retry-after': '5' }).end()
      return true
    }
    const asset = await stored(of, new Blob(['finished late']))
    expect(asset.attributes.size).toBe(13)
    expect(pauses).toEqual([5000, 5000, 5000])
  })

  it('sends smaller pieces where a proxy takes no larger ones', async () => {
    const of = uploader()
    service.intercept = (req, res) => {
      if (!(Number(req.headers['content-length']) > 300_000)) return false
      req.resume().on('end', () => res.writeHead(413).end('<html>too large</html>'))
      return true
    }
    const bytes = randomBytes(600_000)
    expect(await digestOf(await stored(of, new Blob([bytes])))).toBe(digest(bytes))
  })
})

describe('pause, resume and cancel', () => {
  /** Holds the second piece until the test has done something. */
  function atSecondPiece(act: () => void): void {
    let isDone = false
    service.intercept = ({ method }) => {
      const patches = service.requests.filter((request) => request.startsWith('PATCH')).length
      if (isDone || method !== 'PATCH' || patches < 2) return false
      isDone = true
      act()
      return true
    }
  }

  it('goes on from where it was paused', async () => {
    const of = uploader()
    const bytes = randomBytes(3 * MEBIBYTE)
    atSecondPiece(() => of.pause())
    const [id] = of.add(new Blob([bytes]))
    const { sent } = await until(of, id, is('paused'))
    expect(sent).toBeGreaterThanOrEqual(MEBIBYTE)
    expect(of.getSnapshot().isRunning).toBe(false)
    of.resume(id)
    const { asset } = await until(of, id, isOver)
    expect(await digestOf(asset as Asset)).toBe(digest(bytes))
    expect(service.requests.filter((request) => request.startsWith('POST'))).toHaveLength(1)
    expect(service.requests.filter((request) => request.startsWith('HEAD'))).toHaveLength(1)
  })

  it('leaves nothing over when it is paused while it begins', async () => {
    const of = uploader()
    service.intercept = ({ method }) => {
      if (method === 'POST') of.pause()
      return false
    }
    const [id] = of.add(new Blob(['x']))
    await until(of, id, is('paused'))
    of.resume()
    expect(await until(of, id, isOver)).toMatchObject({ status: 'done' })
    const { uploads } = await service.store.uploads.list()
    expect(uploads.map(({ status }) => status)).toEqual(['done'])
  })

  it('deletes what the service has of a cancelled upload', async () => {
    const of = uploader()
    const deleted = new Promise<void>((resolve) => {
      atSecondPiece(() => of.cancel())
      const before = service.intercept
      service.intercept = (req, res) => {
        if (req.method === 'DELETE') res.on('finish', resolve)
        return before(req, res)
      }
    })
    const [id] = of.add(new Blob([randomBytes(3 * MEBIBYTE)]))
    await until(of, id, is('cancelled'))
    await deleted
    expect((await service.store.uploads.list()).uploads).toEqual([])
    service.intercept = () => false
    of.retry(id)
    expect(await until(of, id, isOver)).toMatchObject({ status: 'done' })
  })

  it('sends nothing of what is paused before it begins', async () => {
    const of = uploader({ concurrency: 1 })
    const [first, second] = of.add([new Blob(['1']), new Blob(['2'])])
    of.pause(second)
    await until(of, first, is('done'))
    expect(of.get(second ?? '')).toMatchObject({ status: 'paused', sent: 0 })
    of.cancel(second)
    of.remove()
    expect(of.getSnapshot().items).toEqual([])
  })
})

describe('after a reload', () => {
  /** An upload that a page began and left. */
  async function begun(bytes: Uint8Array, options: Partial<UploaderOptions>): Promise<void> {
    const before = uploader(options)
    const [id] = before.add(new File([bytes], 'film.mp4', { lastModified: 5 }))
    await until(before, id, ({ sent }) => sent >= MEBIBYTE)
    before.pause()
    service.requests.length = 0
  }

  it('goes on with the same file, and forgets it once it is stored', async () => {
    const kept = memory()
    const bytes = randomBytes(3 * MEBIBYTE)
    await begun(bytes, { memory: kept })
    expect(kept.texts.size).toBe(1)
    const after = uploader({ memory: kept })
    const asset = await stored(
      after,
      new File([bytes], 'film.mp4', { lastModified: 5 }),
      'film.mp4',
    )
    expect(await digestOf(asset)).toBe(digest(bytes))
    expect(service.requests[0]).toMatch(/^HEAD /)
    expect(kept.texts.size).toBe(0)
  })

  it('begins anew with a file of the same name, size and time that has other bytes', async () => {
    const kept = memory()
    const bytes = randomBytes(3 * MEBIBYTE)
    await begun(bytes, { memory: kept })
    const changed = randomBytes(3 * MEBIBYTE)
    const asset = await stored(
      uploader({ memory: kept }),
      new File([changed], 'film.mp4', { lastModified: 5 }),
      'film.mp4',
    )
    expect(await digestOf(asset)).toBe(digest(changed))
  })

  it('begins anew when the upload has expired', async () => {
    const kept = memory()
    const bytes = randomBytes(2 * MEBIBYTE)
    await begun(bytes, { memory: kept })
    const { uploads } = await service.store.uploads.list()
    for (const { id } of uploads) await service.store.uploads.remove(id)
    const asset = await stored(
      uploader({ memory: kept }),
      new File([bytes], 'film.mp4', { lastModified: 5 }),
      'film.mp4',
    )
    expect(await digestOf(asset)).toBe(digest(bytes))
  })

  it('does not mix two equal files that are sent at once', async () => {
    const of = uploader({ memory: memory() })
    const bytes = randomBytes(2 * MEBIBYTE)
    const file = () => new File([bytes], 'film.mp4', { lastModified: 5 })
    const ids = of.add([file(), file()])
    for (const id of ids) expect(await until(of, id, isOver)).toMatchObject({ status: 'done' })
    expect(await count()).toBe(2)
  })

  it('keeps the ticket that it was begun with, and fails when that is revoked', async () => {
    const kept = memory()
    const client = createClient({ baseUrl: service.baseUrl, token: service.token })
    const ticketOf = async () => (await client.createUploadTicket()).attributes.token
    const bytes = randomBytes(3 * MEBIBYTE)
    const byTicket = { memory: kept, token: undefined, ticket: ticketOf }
    await begun(bytes, byTicket)
    const after = uploader(byTicket)
    const asset = await stored(
      after,
      new File([bytes], 'film.mp4', { lastModified: 5 }),
      'film.mp4',
    )
    expect(await digestOf(asset)).toBe(digest(bytes))

    await begun(bytes, byTicket)
    const [key] = await service.store.keys.list()
    await service.store.keys.revoke(key?.id ?? '')
    const last = uploader({ memory: kept, token: undefined })
    const failure = stored(last, new File([bytes], 'film.mp4', { lastModified: 5 }), 'film.mp4')
    await expect(failure).rejects.toMatchObject({ code: 'unauthenticated' })
  })
})

describe('a refusal', () => {
  it('ends an upload at once, with the words of the service', async () => {
    const of = uploader()
    const [large] = of.add({ file: new Blob([new Uint8Array(65 * MEBIBYTE)]), name: 'a' })
    const [lost] = of.add(new Blob(['x']), { folder_id: '0199c0de-0000-7000-8000-000000000000' })
    const errors = [await until(of, large, isOver), await until(of, lost, isOver)]
    expect(errors).toMatchObject([
      { status: 'failed', error: { code: 'file_too_large' } },
      { status: 'failed', error: { code: 'folder_not_found' } },
    ])
    expect(pauses).toEqual([])
  })

  it.each([
    [{ concurrency: 0 }, /concurrency/],
    [{ retries: -1 }, /retries/],
    [{ pieceBytes: 5 }, /pieceBytes/],
    [{ resumable: 'yes' as never }, /resumable/],
    [{ client: {} as never }, /createClient/],
  ])('of options that cannot be: %j', (options, message) => {
    expect(() => uploader(options).add(new Blob(['x']))).toThrow(message)
    expect(() => uploader().add('x' as never)).toThrow(TypeError)
  })
})
