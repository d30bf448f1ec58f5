import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import type { AssetStore } from '@stowage/core'
import { type ApiFixture, apiFixtureOf } from '../http/api-fixture.ts'
import { bodyPlaces, type TextPlace, textPlaces } from './text-places.ts'

/** The API over a store with one asset, and where its requests take texts. */
export interface HeavyFixture {
  /** The API, with a key that allows everything. */
  readonly api: ApiFixture
  readonly texts: readonly TextPlace[]
  readonly bodies: readonly TextPlace[]
  /** Rejects when a request has removed the asset: the others would find nothing. */
  assertStored(): Promise<void>
}

/** The fixture over an empty store. */
export async function heavyFixtureOf(store: AssetStore): Promise<HeavyFixture> {
  const permissions = ['read', 'write', 'delete', 'manage'] as const
  const api = await apiFixtureOf(store, { fromUrl: () => Buffer.from('fetched') }, permissions)
  const { data } = await api.upload('x')
  const folder = await store.folders.create({ name: 'stored' })
  const { key } = await store.keys.create({ name: 'stored' })
  const asset = await store.get(data.id)
  const jobId = await store.jobs.enqueue('stored', null)
  const { webhook } = await store.webhooks.create({ url: 'https://hooks.example' })
  const ids = {
    assetId: asset.id,
    folderId: folder.id,
    keyId: key.id,
    publicFileId: asset.publicFileId,
    jobId,
    webhookId: webhook.id,
    // Nothing is delivered: there is no event of its types since it was made.
    deliveryId: asset.id,
    // No such upload: each request looks for one.
    uploadId: asset.id,
  }
  return {
    api,
    texts: textPlaces(ids),
    bodies: bodyPlaces(ids),
    async assertStored() {
      assert.equal((await api.send('GET', `/assets/${data.id}`)).status, 200)
    },
  }
}

/** What an answer must be, however heavy the request was. */
export interface Answer {
  readonly statuses: 'no fault' | readonly number[]
  /** The answer must have fewer characters. */
  readonly length: number
}

/** Sends the request that a text place makes from the text. */
export async function sendTo(
  { api }: HeavyFixture,
  { request }: TextPlace,
  text: string,
  { statuses, length }: Answer,
): Promise<void> {
  const { method, path, body, ...rest } = request(text)
  const { status, text: answer } = await api.send(method, path, {
    ...rest,
    ...(body && { body: streamOf(body) }),
  })
  const isExpected = statuses === 'no fault' ? status < 500 : statuses.includes(status)
  assert.ok(isExpected, `${status}: ${answer.slice(0, 200)}`)
  assert.ok(answer.length < length, `an answer of ${answer.length} characters`)
}

/** A body as a server gives it. */
export function streamOf(body: Buffer): Readable {
  return Readable.from([body], { objectMode: false })
}
