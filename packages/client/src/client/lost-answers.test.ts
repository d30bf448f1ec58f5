import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Service, startService } from '../testing/service.fixture.ts'
import type { Client } from './client.ts'

let service: Service
let client: Client

beforeEach(async () => {
  service = await startService()
  const permissions = ['read', 'write', 'delete', 'manage'] as const
  client = service.client({
    token: (await service.store.keys.create({ name: 'all', permissions })).token,
  })
})
afterEach(() => service.close())

/** What a change changes, made before the answer is lost. */
interface World {
  readonly id: string
  readonly folderId: string
  readonly keyId: string
  readonly jobId: string
  readonly hookId: string
  readonly deliveryId: string
  readonly etag: string
}

/** Every change of a client, by its name: what its second attempt comes to after the answer to the first was lost. */
const changes: Record<
  string,
  readonly [outcome: 'repeated' | 'once', call: (world: World) => Promise<unknown>]
> = {
  upload: ['repeated', () => client.upload(new Blob(['b']))],
  uploadMany: ['repeated', () => client.uploadMany([new Blob(['b']), new Blob(['c'])])],
  uploadFromUrl: ['repeated', () => client.uploadFromUrl('https://files.example/b')],
  createUploadTicket: ['once', () => client.createUploadTicket()],
  update: ['repeated', ({ id }) => client.update(id, { name: 'b.txt' })],
  'update with ifMatch': [
    'once',
    ({ id, etag }) => client.update(id, { name: 'b.txt' }, { ifMatch: etag }),
  ],
  replaceContent: ['repeated', ({ id }) => client.replaceContent(id, new Blob(['b']))],
  'replaceContent with ifMatch': [
    'once',
    ({ id, etag }) => client.replaceContent(id, new Blob(['b']), { ifMatch: etag }),
  ],
  copy: ['repeated', ({ id }) => client.copy(id)],
  trash: ['repeated', ({ id }) => client.trash(id)],
  'trash by filter': ['once', () => client.trash({ filter: { type: ['document'] }, expected: 1 })],
  restore: ['repeated', ({ id }) => client.restore(id)],
  purge: [
    'repeated',
    async ({ id }) => {
      await service.store.trash([id])
      await client.purge(id)
    },
  ],
  move: ['repeated', ({ id, folderId }) => client.move(id, folderId)],
  'move by filter': [
    'once',
    ({ folderId }) => client.move({ filter: { folder_id: 'null' }, expected: 1 }, folderId),
  ],
  tag: ['repeated', ({ id }) => client.tag(id, { add: ['b'] })],
  'tag by filter': [
    'once',
    () => client.tag({ filter: { type: ['document'] }, expected: 1 }, { add: ['b'] }),
  ],
  mark: ['repeated', ({ id }) => client.mark(id, true)],
  'folders.create': ['once', () => client.folders.create({ name: 'b' })],
  'folders.update': ['repeated', ({ folderId }) => client.folders.update(folderId, { name: 'b' })],
  'folders.delete': ['once', ({ folderId }) => client.folders.delete(folderId)],
  'keys.create': ['once', () => client.keys.create({ name: 'b' })],
  'keys.revoke': ['repeated', ({ keyId }) => client.keys.revoke(keyId)],
  'jobs.retry': ['repeated', ({ jobId }) => client.jobs.retry(jobId)],
  'jobs.discard': ['once', ({ jobId }) => client.jobs.discard(jobId)],
  'webhooks.create': ['once', () => client.webhooks.create({ url: 'https://hooks.example' })],
  'webhooks.update': ['repeated', ({ hookId }) => client.webhooks.update(hookId, {})],
  'webhooks.delete': ['once', ({ hookId }) => client.webhooks.delete(hookId)],
  'webhooks.rotate': ['once', ({ hookId }) => client.webhooks.rotate(hookId)],
  'webhooks.ping': ['once', ({ hookId }) => client.webhooks.ping(hookId)],
  'webhooks.replay': ['repeated', ({ hookId }) => client.webhooks.replay(hookId, '2020-01-01')],
  'webhooks.retry': [
    'repeated',
    async ({ hookId, deliveryId }) => client.webhooks.retry(hookId, deliveryId),
  ],
}

const READS = [
  'list',
  'assets',
  'get',
  'usage',
  'content',
  'folders.list',
  'folders.get',
  'keys.list',
  'jobs.list',
  'events',
  'followEvents',
  'webhooks.list',
  'webhooks.get',
  'webhooks.deliveries',
]

async function world(): Promise<World> {
  const { id } = await client.upload(new File(['a'], 'a.txt'))
  const { meta } = await client.get(id, { with_meta: '1' })
  const folder = await client.folders.create({ name: 'a' })
  const key = await client.keys.create({ name: 'a' })
  const jobId = await service.store.jobs.enqueue('a-kind', null)
  const { id: hookId } = await client.webhooks.create({ url: 'https://hooks.example' })
  await client.webhooks.replay(hookId, '2020-01-01')
  const deliveryId = await vi.waitUntil(
    async () => (await client.webhooks.deliveries(hookId)).data[0]?.id,
    { timeout: 60_000 },
  )
  return {
    ...{ id, folderId: folder.id, keyId: key.id, jobId, hookId, deliveryId },
    etag: meta?.etag ?? '',
  }
}

/** The service does what is asked, and the connection breaks before the first answer comes. */
function loseFirstAnswer(): void {
  let lost = false
  service.intercept = (req, res) => {
    if (lost || req.method === 'GET') return false
    lost = true
    res.end = () => {
      req.socket.destroy()
      return res
    }
    return false
  }
}

describe('a change whose answer is lost', () => {
  it('is told apart for every method of the client', () => {
    const methods = Object.entries(client).flatMap(([name, member]) =>
      typeof member === 'function'
        ? [name]
        : Object.keys(member).map((inner) => `${name}.${inner}`),
    )
    const told = [...Object.keys(changes), ...READS]
    expect(methods.filter((name) => !told.includes(name))).toEqual([])
  })

  it.each(Object.entries(changes))('%s', async (_, [outcome, call]) => {
    const made = await world()
    service.requests.length = 0
    loseFirstAnswer()
    const settled = await call(made).then(
      () => 'done',
      (error: { readonly code: string }) => error.code,
    )
    // Never a refusal of what the first attempt did.
    expect(settled).toBe(outcome === 'repeated' ? 'done' : 'network_failed')
    expect(service.requests).toHaveLength(outcome === 'repeated' ? 2 : 1)
  })

  it('is tried again where the caller knows what a refusal means', async () => {
    loseFirstAnswer()
    const creating = client.folders.create({ name: 'a' }, { idempotent: true })
    await expect(creating).rejects.toMatchObject({ code: 'folder_exists' })
  })

  it('is tried again all the same when the service says that it did nothing', async () => {
    service.intercept = (_, res) =>
      service.requests.length === 1 && Boolean(res.writeHead(429).end())
    expect((await client.folders.create({ name: 'a' })).attributes.name).toBe('a')
    expect(service.requests).toHaveLength(2)
  })

  it.each([502, 503, 504])(
    'is not tried again after %i, unless it is idempotent',
    async (status) => {
      service.intercept = (_, res) =>
        service.requests.length === 1 && Boolean(res.writeHead(status).end())
      await expect(client.folders.create({ name: 'a' })).rejects.toMatchObject({ status })
      expect(service.requests).toHaveLength(1)
    },
  )
})
