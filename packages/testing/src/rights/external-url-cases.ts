import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Authorization } from '@stowage/api'
import type { Asset } from '@stowage/core'
import type { ContractCase } from '../contract/contract.ts'
import type { HttpClient } from '../http-contract/http-client.ts'
import { clientsOf, type RightsFixture, type RightsOptions } from './rights-fixture.ts'

const URLS = { externalIdUrls: true } as const
const GUESSABLE = { externalIdUrls: 'guessable' } as const

/** The same path, with one character of the id percent-encoded. */
function encoded(path: string, id: string): string {
  const [first = ''] = id
  return path.replace(id, `%${first.charCodeAt(0).toString(16)}${id.slice(1)}`)
}

/** Where a request is redirected to, or its status when it is not. */
async function target(
  client: HttpClient,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<string | number> {
  const init = { headers: { authorization: `Bearer ${client.key}`, ...headers } }
  const answer = await client.fetch(path, { ...init, redirect: 'manual' })
  await answer.arrayBuffer()
  return answer.status === 302 ? (answer.headers.get('location') ?? '') : answer.status
}

/** The paths of an asset with these ids in them. */
function pathsOf({ id, publicFileId }: Asset): readonly string[] {
  const files = ['content', 'download'].map((route) => `/files/${publicFileId}/${route}`)
  return [`/assets/${id}`, ...files]
}

/** The URLs that the option `externalIdUrls` gives assets. */
export const externalUrlCases: readonly ContractCase<RightsFixture>[] = [
  {
    name: 'an external id leads to the own URL of its asset by a path alone, whatever the headers of the request say',
    async run(fixture) {
      const { store } = fixture
      const asset = await store.upload(Buffer.from('x'), { externalId: 'cms/1' })
      const own = pathsOf(asset)
      const asked = own.map((path) => path.replace(/[\w-]{36}/, 'cms%2F1'))
      const forged = {
        host: 'evil.example',
        forwarded: 'host=evil.example;proto=https',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-prefix': '/evil',
      }
      const ann = (await clientsOf(fixture, URLS))('ann')
      const mount = new URL(ann.url('/')).pathname.replace(/\/$/, '')
      for (const [index, path] of asked.entries()) {
        const ours = `${mount}${own[index]}?x=1`
        for (const headers of [{}, forged]) {
          assert.equal(await target(ann, `${path}?x=1`, headers), ours)
        }
        const followed = await ann.send('GET', ours.slice(mount.length))
        assert.equal(followed.status, 200)
      }
      const fixed = (await clientsOf(fixture, { ...URLS, baseUrl: 'https://cdn.example/m' }))('ann')
      for (const [index, path] of asked.entries()) {
        const ours = `https://cdn.example/m/api/v1${own[index]}`
        assert.equal(await target(fixed, path, forged), ours)
      }
    },
  },
  {
    name: 'caches ask whether a redirect still holds, and no shared cache keeps one that a header took part in',
    async run(fixture) {
      const { store } = fixture
      await store.upload(Buffer.from('x'), { externalId: 'cms1' })
      const baseUrl = 'https://cdn.example'
      const open = { ...GUESSABLE, access: 'public', filesMaxAgeSeconds: 60 } as const
      const kept: readonly (readonly [Partial<RightsOptions>, string])[] = [
        [URLS, 'private, no-cache'],
        [{ ...URLS, baseUrl }, 'private, no-cache'],
        [open, 'private, no-cache'],
        [{ ...open, baseUrl }, 'public, no-cache'],
      ]
      for (const [options, expected] of kept) {
        const ann = (await clientsOf(fixture, options))('ann')
        const headers = { authorization: `Bearer ${ann.key}` }
        for (const [path, cacheControl] of [
          ['/files/cms1/content', expected],
          ['/assets/cms1', 'private, no-store'],
        ] as const) {
          const answer = await ann.fetch(path, { headers, redirect: 'manual' })
          assert.equal(answer.status, 302)
          assert.equal(answer.headers.get('cache-control'), cacheControl)
        }
      }
    },
  },
  {
    name: 'a URL by id never leads to an asset whose external id it is, be its own in the trash, held back or closed',
    async run(fixture) {
      const { store } = fixture
      let verdict: Authorization = true
      const authorize = () => verdict
      const uuid = randomUUID()
      const [free, asset] = await store.uploadMany([
        { source: Buffer.from('free'), externalId: uuid },
        { source: Buffer.from('x') },
      ])
      assert.ok(free && asset)
      for (const externalId of [asset.id, asset.publicFileId, asset.publicFileId.toUpperCase()]) {
        await store.upload(Buffer.from(externalId), { externalId })
      }
      const own = pathsOf(asset)
      const spelt = [
        ...own,
        ...own.map((path) => path.replace(/[\w-]{36}/, (id) => id.toUpperCase())),
        ...own.map((path) => encoded(encoded(path, asset.id), asset.publicFileId)),
      ]
      const statuses = async (client: HttpClient) =>
        new Set(await Promise.all(spelt.map((path) => target(client, path))))
      const ann = (await clientsOf(fixture, { ...URLS, authorize }))('ann')
      const open = (await clientsOf(fixture, { ...GUESSABLE, access: 'public' }))('ann')
      const thumbnail = `${own[1]}?variant=thumbnail`
      for (const client of [ann, open]) {
        assert.ok([...(await statuses(client))].every((each) => each === 200 || each === 404))
        assert.equal(typeof (await target(client, thumbnail)), 'number')
      }
      verdict = 'unknown'
      assert.deepEqual(await statuses(ann), new Set([404]))
      verdict = true
      await store.trash(asset.id)
      for (const client of [ann, open]) {
        assert.deepEqual(await statuses(client), new Set([404]))
        // An external id that is a UUID leads to its asset when no asset has that id.
        const redirected = await target(client, `/files/${uuid}/content`)
        assert.ok(String(redirected).endsWith(`/files/${free.publicFileId}/content`))
      }
    },
  },
  {
    name: 'of another tenant and out of scope no id is taken: its URL answers as that of an unknown one',
    async run(fixture) {
      const { store } = fixture
      const scope = ({ id }: { readonly id: string }) => ({ createdBy: id })
      const others = await store.for({ tenant: 'other' }).upload(Buffer.from('x'))
      const bobs = await store.for({ scope: { createdBy: 'bob' } }).upload(Buffer.from('y'))
      const ann = (await clientsOf(fixture, { ...URLS, scope }))('ann')
      for (const foreign of [others, bobs]) {
        for (const [index, path] of pathsOf(foreign).slice(0, 2).entries()) {
          assert.equal(await target(ann, path), 404)
          const externalId = index === 0 ? foreign.id : foreign.publicFileId
          const anns = store.for({ scope: { createdBy: 'ann' } })
          const { asset } = await anns.admin.import({ source: Buffer.from('z'), externalId })
          assert.ok(String(await target(ann, path)).endsWith(pathsOf(asset)[index] ?? ''))
        }
      }
    },
  },
]
