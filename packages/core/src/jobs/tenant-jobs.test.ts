import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { StowageError } from '../errors/stowage-error.ts'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import type { AssetStore } from '../store/asset-store.ts'
import type { AssetStoreOptions } from '../store/opening/asset-store-options.ts'
import { createAssetStore } from '../store/opening/create-asset-store.ts'
import type { JobTask } from '../store/store-jobs.ts'
import type { Job } from './job.ts'

const NOW = Date.UTC(2026, 2, 1, 10)

function fixture(options: AssetStoreOptions = {}) {
  const metadata = createMemoryMetadata()
  const errors: unknown[] = []
  const store = createAssetStore({
    metadata,
    blobs: createMemoryBlobs(),
    onError: (error) => errors.push(error),
    advanced: { sweepEveryMs: false },
    ...options,
  })
  onTestFinished(() => store.close())
  return { store, metadata, errors }
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await nextTurn()
}

it('runs the jobs of every tenant in a view of that tenant, with the payload that was enqueued', async () => {
  const { store } = fixture()
  const jobs = store.jobs.typed<{ title: { assetId: string; title: string } }>()
  const acme = store.for({ tenant: 'acme' })
  const tasks: JobTask[] = []
  jobs.define('title', async (task) => {
    const { payload, store: view } = task
    await view.update(payload.assetId, { title: payload.title })
    tasks.push(task)
  })
  const asset = await acme.upload(Buffer.from('hello'), { name: 'a.txt' })
  const payload = { assetId: asset.id, title: 'Hello', unset: undefined }
  const id = await acme.jobs.typed<{ title: unknown }>().enqueue('title', payload)
  await until(() => tasks.length === 1)
  expect((await acme.get(asset.id)).title).toBe('Hello')
  expect(tasks[0]).toMatchObject({ id, kind: 'title', tenant: 'acme', attempt: 1 })
  expect(tasks[0]?.payload).toEqual({ assetId: asset.id, title: 'Hello' })
})

it('names the actor of the view that defined the kind', async () => {
  const { store } = fixture({ audit: true })
  const { id } = await store.upload(Buffer.from('hello'))
  store.for({ actor: 'worker' }).jobs.define('title', ({ store: view }) => view.trash(id))
  await store.jobs.enqueue('title', null)
  const trashed = async () => (await store.admin.audit.list({ action: 'asset.trashed' })).entries
  await until(async () => (await trashed()).length === 1)
  expect(await trashed()).toMatchObject([{ actor: 'worker' }])
})

it('enqueues with key, time, priority and attempts', async () => {
  const clock = () => NOW * 1000
  const metadata = createMemoryMetadata({ clock })
  const blobs = createMemoryBlobs()
  const store = createAssetStore({ metadata, blobs, advanced: { clock, sweepEveryMs: false } })
  onTestFinished(() => store.close())
  const id = await store.jobs.enqueue('mail', [1, null, 'x'], {
    key: 'post-7',
    delayMs: 60_000,
    priority: 5,
    maxAttempts: 3,
  })
  const job = await store.jobs.get(id)
  expect(job).toMatchObject({
    ...{ id, kind: 'mail', key: 'post-7', tenant: 'default', payload: [1, null, 'x'] },
    ...{ priority: 5, maxAttempts: 3, state: 'waiting', attempt: 0, error: null },
  })
  expect(Date.parse(job.runAt) - Date.parse(job.createdAt)).toBe(60_000)
  const again = await store.jobs.enqueue('mail', 'other', { key: 'post-7', priority: 9 })
  expect(again).toBe(id)
  expect(await store.jobs.get(id)).toMatchObject({ payload: [1, null, 'x'], priority: 9 })
  const at = new Date(NOW + 3_600_000)
  const later = await store.jobs.get(await store.jobs.enqueue('mail', null, { runAt: at }))
  expect(later.runAt).toBe('2026-03-01T11:00:00.000000Z')
  const past = await store.jobs.enqueue('mail', null, { runAt: new Date(0) })
  expect((await store.jobs.get(past)).runAt).toBe('2026-03-01T10:00:00.000000Z')
})

it('tells of a job that dies, and runs it again after a retry', async () => {
  const { store, errors } = fixture()
  const dead: { job: Job; error: unknown }[] = []
  store.on('job.dead', (event) => dead.push(event))
  let isGone = true
  const done: string[] = []
  store.jobs.define('mail', ({ id }) => {
    if (isGone) throw new StowageError('job_refused', 'The mailbox is gone.')
    done.push(id)
  })
  const id = await store.jobs.enqueue('mail', { to: 'ann' })
  await until(() => dead.length === 1)
  expect(dead).toMatchObject([{ job: { id, state: 'dead' }, error: { code: 'job_refused' } }])
  expect(errors).toMatchObject([
    { code: 'job_failed', context: { id, kind: 'mail', tenant: 'default', attempt: 1 } },
  ])
  expect(await store.jobs.list({ state: 'dead' })).toMatchObject({ jobs: [{ id }], next: null })
  isGone = false
  expect(await store.jobs.retry([id, id, 'unknown'])).toEqual({ retried: [id], blocked: [] })
  await until(() => done.length === 1)
  await until(async () => (await store.jobs.list()).jobs.length === 0)
  await expect(store.jobs.get(id)).rejects.toMatchObject({ code: 'job_not_found' })
})

it('lists, iterates and discards those of its tenant; admin.jobs those of all', async () => {
  const { store, metadata } = fixture()
  const acme = store.for({ tenant: 'acme' })
  const mine = await store.jobs.enqueue('mail', 1)
  const others = await Promise.all(['a', 'b'].map((kind) => acme.jobs.enqueue(kind, 2)))
  const job = { kind: 'stowage.x', key: null, payload: 0, priority: 0, delay: 0, maxAttempts: 1 }
  const [own] = await metadata.jobs.enqueue({ tenant: null, jobs: [job] })
  const idsOf = async (jobs: AsyncIterable<Job>) => {
    const ids: string[] = []
    for await (const { id } of jobs) ids.push(id)
    return ids
  }
  expect(await idsOf(store.jobs.iterate())).toEqual([mine])
  expect(await idsOf(acme.jobs.iterate({ kind: 'a' }))).toEqual([others[0]])
  expect(await idsOf(store.admin.jobs.iterate())).toEqual([mine, ...others, own].sort())
  expect(await acme.jobs.discard([mine])).toEqual([])
  expect(await acme.jobs.discard([])).toEqual([])
  await expect(acme.jobs.get(mine)).rejects.toMatchObject({ code: 'job_not_found' })
  expect(await store.admin.jobs.discard([mine, String(own)])).toEqual([mine, own])
  const page = await store.admin.jobs.list({ limit: 1 })
  expect(page).toMatchObject({ jobs: [{ tenant: 'acme' }], next: page.jobs[0]?.id })
})

describe('close', () => {
  it('lets a running job go on with its view of the store, and refuses all other calls', async () => {
    const { store, metadata } = fixture()
    const asset = await store.upload(Buffer.from('hello'))
    let goOn = () => {}
    let hasBegun = false
    store.jobs.define('title', async ({ store: view }) => {
      hasBegun = true
      await new Promise<void>((resolve) => (goOn = resolve))
      await view.update(asset.id, { title: 'Late' })
    })
    await store.jobs.enqueue('title', null)
    await until(() => hasBegun)
    const completed: unknown[] = []
    const { complete } = metadata.jobs
    Object.assign(metadata.jobs, {
      async complete(request: Parameters<typeof complete>[0]) {
        const answer = await complete(request)
        completed.push(...answer.held)
        return answer
      },
    })
    const closed = store.close()
    await expect(store.get(asset.id)).rejects.toMatchObject({ code: 'closed' })
    await expect(store.jobs.enqueue('title', null)).rejects.toMatchObject({ code: 'closed' })
    goOn()
    await closed
    expect(completed).toHaveLength(1)
  })
})

describe('a process that does not work', () => {
  it('with work: false enqueues, and runs nothing', async () => {
    const { store } = fixture({ jobs: { work: false } })
    store.jobs.define('mail', () => expect.fail('It ran.'))
    const id = await store.jobs.enqueue('mail', null)
    await nextTurn()
    expect(await store.jobs.get(id)).toMatchObject({ state: 'waiting', attempt: 0 })
  })

  it('read-only enqueues nothing either, whatever jobs.work says', async () => {
    const { store, metadata } = fixture({ readOnly: true, jobs: { work: true } })
    const job = { kind: 'mail', key: null, payload: 0, priority: 0, delay: 0, maxAttempts: 1 }
    await metadata.jobs.enqueue({ tenant: 'default', jobs: [job] })
    store.jobs.define('mail', () => expect.fail('It ran.'))
    await nextTurn()
    const refused = { code: 'unavailable' }
    await expect(store.jobs.enqueue('mail', null)).rejects.toMatchObject(refused)
    expect((await store.jobs.list()).jobs).toMatchObject([{ state: 'waiting' }])
  })
})

describe('wrong arguments', () => {
  const enqueue = (store: AssetStore, payload: unknown, options = {}) =>
    store.jobs.enqueue('mail', payload, options)
  const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])
  const circular: unknown[] = []
  circular.push(circular)

  it.each([
    ['kind', (store: AssetStore) => store.jobs.enqueue('Mail', 1)],
    ['kind', (store: AssetStore) => store.jobs.enqueue('stowage.mail', 1)],
    ['kind', (store: AssetStore) => store.jobs.enqueue('a'.repeat(65), 1)],
    ['kind', async (store: AssetStore) => store.jobs.define('stowage.mail', () => {})],
    ['kind', (store: AssetStore) => store.jobs.list({ kind: '' })],
    ['handler', async (store: AssetStore) => store.jobs.define('mail', 1 as never)],
    ['state', (store: AssetStore) => store.jobs.list({ state: 'done' as never })],
    ['payload', (store: AssetStore) => enqueue(store, undefined)],
    ['payload.at', (store: AssetStore) => enqueue(store, { at: new Date() })],
    ['payload[1].f', (store: AssetStore) => enqueue(store, [1, { f: () => {} }])],
    ['payload[0]', (store: AssetStore) => enqueue(store, [Number.NaN])],
    ['payload.t', (store: AssetStore) => enqueue(store, { t: 'a\0b' })],
    ['payload', (store: AssetStore) => enqueue(store, { 'a\ud800': 1 })],
    ['payload', (store: AssetStore) => enqueue(store, 'x'.repeat(65_535))],
    [
      'payload',
      (store: AssetStore) =>
        enqueue(
          store,
          Array.from({ length: 65_537 }, () => 1),
        ),
    ],
    ['payload', (store: AssetStore) => enqueue(store, nested(65))],
    ['payload', (store: AssetStore) => enqueue(store, circular)],
    ['key', (store: AssetStore) => enqueue(store, 1, { key: '' })],
    ['key', (store: AssetStore) => enqueue(store, 1, { key: 'x'.repeat(256) })],
    ['runAt', (store: AssetStore) => enqueue(store, 1, { runAt: new Date(Number.NaN) })],
    [
      'runAt',
      (store: AssetStore) => enqueue(store, 1, { runAt: new Date(Date.now() + 367 * 86_400_000) }),
    ],
    ['delayMs', (store: AssetStore) => enqueue(store, 1, { runAt: new Date(), delayMs: 5 })],
    ['delayMs', (store: AssetStore) => enqueue(store, 1, { delayMs: -1 })],
    ['maxAttempts', (store: AssetStore) => enqueue(store, 1, { maxAttempts: 0 })],
    [
      'scope',
      (store: AssetStore) => store.for({ scope: { createdBy: 'ann' } }).jobs.enqueue('mail', 1),
    ],
    ['scope', (store: AssetStore) => store.for({ scope: { createdBy: 'ann' } }).jobs.list()],
    [
      'scope',
      (store: AssetStore) => store.for({ scope: { createdBy: 'ann' } }).admin.jobs.retry('x'),
    ],
  ])('%s is refused', async (argument, call) => {
    const { store } = fixture({ jobs: { work: false } })
    const refused = { code: 'invalid_argument', context: { argument } }
    await expect(call(store)).rejects.toMatchObject(refused)
    expect((await store.jobs.list()).jobs).toEqual([])
  })

  it('a kind is defined once, and again after its end', () => {
    const { store } = fixture({ jobs: { work: false } })
    const end = store.jobs.define('mail', () => {})
    expect(() => store.jobs.define('mail', () => {})).toThrow('defined already')
    end()
    end()
    store.jobs.define('mail', () => {})()
  })

  it('takes the largest payload', async () => {
    const payload = { a: 'ü'.repeat(32_764), b: nested(63) }
    const most = { a: payload.a }
    const { store: other } = fixture({ jobs: { work: false } })
    const id = await other.jobs.enqueue('mail', most)
    expect((await other.jobs.get(id)).payload).toEqual(most)
    await expect(other.jobs.enqueue('mail', payload)).rejects.toMatchObject({
      context: { argument: 'payload' },
    })
  })
})

it('stops a running job of this process at once when it is discarded, and when its tenant is erased', async () => {
  const { store } = fixture()
  const tasks: JobTask[] = []
  store.jobs.define('wait', (task) => {
    tasks.push(task)
    return new Promise<void>((end) => {
      task.signal.addEventListener('abort', () => end())
    })
  })
  const names = ['acme', 'gone', 'other']
  const ids = await Promise.all(
    names.map((tenant) => store.for({ tenant }).jobs.enqueue('wait', null)),
  )
  await until(() => tasks.length === 3)
  const stopped = () => tasks.flatMap(({ signal, tenant }) => (signal.aborted ? tenant : [])).sort()
  await store.for({ tenant: 'other' }).jobs.discard(ids)
  expect(stopped()).toEqual(['other'])
  await store.admin.jobs.discard(ids.slice(0, 1))
  expect(stopped()).toEqual(['acme', 'other'])
  await store.admin.tenants.erase('gone', { confirm: 'gone' })
  expect(stopped()).toEqual(names)
})

it.each([
  ['a getter', Object.defineProperty({}, 'a', { enumerable: true, get: () => missing() })],
  ['a proxy', [new Proxy({}, { ownKeys: () => missing() })]],
])('refuses a payload that cannot be read because of %s', async (_, payload) => {
  const { store } = fixture()
  await expect(store.jobs.enqueue('title', payload)).rejects.toMatchObject({
    code: 'invalid_argument',
    context: { argument: 'payload' },
    cause: new Error('It is not there.'),
  })
})

function missing(): never {
  throw new Error('It is not there.')
}
