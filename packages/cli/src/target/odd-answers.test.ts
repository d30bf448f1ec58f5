import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { explainError } from '../exit/explain-error.ts'
import { serverDestination } from '../import/destination/server-destination.ts'
import { ANSWERED_ASSET } from './answered-asset.fixture.ts'
import { openServerTarget } from './server-target.ts'
import type { ServerTarget } from './target.ts'

const { id: ID } = ANSWERED_ASSET
const TIME = ANSWERED_ASSET.attributes.created_at
const { signal } = new AbortController()

const LINKS = { first: null, last: null, prev: null, next: null }

const ASSET = ANSWERED_ASSET
const FOLDER = { id: ID, type: 'folders', attributes: { name: 'a', parent_id: null, path: ['a'] } }
const TIMES = { created_at: TIME, last_used_at: null, expires_at: null, revoked_at: null }
const KEY = {
  id: 'aaaaaaaaaaaa',
  type: 'api-keys',
  attributes: { name: 'a', permissions: ['read'], ...TIMES, token: 'stw_x' },
}
const JOB = {
  id: ID,
  type: 'jobs',
  attributes: {
    ...{ kind: 'mail', state: 'dead', priority: 0, attempt: 1, max_attempts: 10 },
    ...{ run_at: TIME, created_at: TIME },
  },
}
const COUNTS = { assets: 1, bytes: 1 }
const USAGE = {
  attributes: { ...COUNTS, trashed_assets: 0, trashed_bytes: 0, by_type: null, quota: null },
}

interface Resource {
  readonly attributes: object
}

const withAttributes = ({ attributes, ...resource }: Resource, changes: object) => ({
  ...resource,
  attributes: { ...attributes, ...changes },
})

/** What a service may answer in place of each resource. */
const ODD: Readonly<Record<string, readonly unknown[]>> = {
  asset: [
    ...[null, 7, 'x', [], {}, { ...ASSET, id: 7 }, { ...ASSET, attributes: null }],
    ...[
      { ...ASSET, meta: 'x' },
      { ...ASSET, meta: { tags: 'x' } },
    ],
    ...[{ tags: [7] }, { alt: { en: 7 } }, { metadata: { a: {} } }, { trashed_at: 'x' }].map(
      (meta) => ({ ...ASSET, meta }),
    ),
    ...[
      ...[{ name: 7 }, { name: null }, { name: 'x'.repeat(70_000) }, { size: -1 }, { size: '5' }],
      ...[{ size: 1.5 }, { size: 1e300 }, { width: 'x' }, { duration_seconds: 'x' }],
      ...[{ created_at: 7 }, { created_at: 'x' }, { created_at: '2026-99-31T09:05:00Z' }],
      ...[{ updated_at: undefined }, { folder_id: '../x' }, { is_favourite: 'x' }],
    ].map((changes) => withAttributes(ASSET, changes)),
  ],
  folder: [
    ...[null, {}, { ...FOLDER, id: '..' }, { ...FOLDER, meta: [] }],
    ...[{ name: 7 }, { parent_id: 'x' }, { path: 'a' }, { path: [7] }].map((changes) =>
      withAttributes(FOLDER, changes),
    ),
  ],
  key: [
    ...[null, {}, { ...KEY, id: 7 }],
    ...[{ name: {} }, { permissions: 'read' }, { created_at: 'x' }, { token: 7 }].map((changes) =>
      withAttributes(KEY, changes),
    ),
  ],
  job: [
    ...[null, {}, { ...JOB, id: '..' }, { ...JOB, attributes: null }],
    ...[{ kind: 7 }, { state: 'done' }, { attempt: -1 }, { run_at: 'x' }, { priority: 'x' }].map(
      (changes) => withAttributes(JOB, changes),
    ),
  ],
  usage: [
    ...[null, {}],
    ...[{ assets: 'x' }, { bytes: -1 }, { by_type: [] }, { by_type: { image: 7 } }, { quota: 7 }]
      .concat([{ quota: { bytes: 'x', assets: null } } as never])
      .map((changes) => withAttributes(USAGE, changes)),
  ],
}

let server: Server
let target: ServerTarget
let answer: (url: string) => unknown
let asked = 0

const page = (data: unknown, meta: object = {}) => ({
  data,
  links: LINKS,
  meta: { total: 1, last_page: 1, ...meta },
})

beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    asked += 1
    response.setHeader('content-type', 'application/vnd.api+json')
    response.end(JSON.stringify(answer(url)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  target = openServerTarget({ kind: 'server', url: `http://127.0.0.1:${port}`, key: 'k' })
})
afterAll(() => void server.close())

async function all(items: AsyncIterable<unknown>) {
  const found: unknown[] = []
  for await (const each of items) found.push(each)
  return found
}

const inTrash = () => all(target.find({ filter: {}, trashed: 'only' }, signal))

/** Every call that gets such a resource, alone or in a list. */
const CALLS: Readonly<Record<string, readonly (() => Promise<unknown>)[]>> = {
  asset: [
    () => target.get(ID, signal),
    () =>
      target.storeUrl(
        'http://x.example',
        { folderId: null },
        { signal, fetcher: () => Buffer.of() },
      ),
    () => all(target.find({ filter: {} }, signal)),
    inTrash,
    () => all(serverDestination(target.client).withContents(['0'], undefined, signal)),
  ],
  folder: [
    () => target.folder(ID, signal),
    () => target.folders(signal),
    () => serverDestination(target.client).makeFolder('a', null, signal),
    () => all(serverDestination(target.client).folders(null, signal)),
  ],
  key: [() => target.keys.create({ name: 'a' }, signal)],
  job: [() => all(target.jobs.list({}, signal))],
  usage: [() => target.usage(signal)],
}

const ALL_CALLS = Object.values(CALLS).flat()

/** It ends in words of ours, and with the code of a service that cannot be reached. */
async function expectRefused(calling: Promise<unknown>, what: unknown): Promise<void> {
  const error = await calling.catch((each: unknown) => each)
  const { message, exitCode } = explainError(error)
  expect([exitCode, message], JSON.stringify(what)?.slice(0, 200)).toEqual([
    3,
    expect.stringContaining('no Stowage service'),
  ])
}

describe('a service with odd answers', () => {
  it.each(Object.keys(ODD))('is no service when its %s is odd', async (kind) => {
    for (const resource of ODD[kind] ?? []) {
      answer = (url) =>
        /\/(?:assets|folders|jobs)\?/.test(url) ? page([resource]) : { data: resource }
      for (const call of CALLS[kind] ?? []) await expectRefused(call(), resource)
    }
  })

  it.each([
    [null],
    [7],
    [[]],
    [{}],
    [{ data: null }],
    [page({})],
    [page([7])],
    [page([], { last_page: 'x' })],
  ])('is no service when it answers each request with %j', async (odd: unknown) => {
    answer = () => odd
    for (const call of ALL_CALLS) {
      // Their pages have no number.
      if ([CALLS.asset?.[2], CALLS.asset?.[4], CALLS.job?.[0]].includes(call)) continue
      await expectRefused(call(), odd)
    }
  })

  it('is no service when its pages have no end', async () => {
    for (const data of [[], [ASSET]]) {
      answer = () => page(data, { last_page: 1e9 })
      asked = 0
      await expectRefused(inTrash(), data)
      expect(asked).toBeLessThanOrEqual(2)
    }
    answer = () => page([KEY], { last_page: 1e9 })
    await expectRefused(target.keys.list(signal), 'keys')
    for (const next of [`http://x.example/?page[after]=${ID}`, 'x', 'http://x.example/']) {
      answer = () => ({ ...page([JOB]), links: { ...LINKS, next } })
      asked = 0
      await expectRefused(all(target.jobs.list({}, signal)), next)
      expect(asked).toBeLessThanOrEqual(2)
    }
    answer = () => page([], { total: 'x' })
    await expectRefused(target.count({ filter: {} }, signal), 'total')
  })

  it('is one when its answers are as they should be', async () => {
    answer = () => page([ASSET])
    expect(await inTrash()).toMatchObject([{ id: ID, name: 'a.txt', sha256: '', tags: [] }])
    answer = () => page([FOLDER])
    expect(await target.folders(signal)).toMatchObject([{ name: 'a', created_by: null }])
    answer = () => page([JOB])
    expect(await all(target.jobs.list({}, signal))).toMatchObject([{ kind: 'mail', error: null }])
    answer = () => page([KEY])
    expect(await target.keys.list(signal)).toMatchObject([{ name: 'a' }])
    answer = () => ({ data: withAttributes(USAGE, { by_type: { image: COUNTS } }) })
    expect(await target.usage(signal)).toMatchObject({ assets: 1, by_type: { image: COUNTS } })
  })
})
