import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  type ApiOptions,
  type ApiRequest,
  type AssetResource,
  createApi,
  type ErrorObject,
} from '@stowage/api'
import type { AssetStore, Permission } from '@stowage/core'
import { createAssetStore, type PortOptions } from '@stowage/core/internal'
import { createMemoryBlobs, createMemoryMetadata } from '@stowage/core/memory'

/** An answer whose body was read to its end. */
export interface PlainAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly errors: readonly ErrorObject[]
  readonly data: AssetResource
}

/** The API in this process, for what no client can cause over a socket. */
export interface ApiFixture {
  readonly store: AssetStore
  readonly key: string
  /** `path` is below `/api/v1`. Sends the fixture's key unless the headers contain another one. */
  send(method: string, path: string, request?: Partial<ApiRequest>): Promise<PlainAnswer>
  /** Sends a form with one file of this content. */
  upload(content: string, request?: Partial<ApiRequest>): Promise<PlainAnswer>
}

/** The fixture over a store with these ports; in memory where they are left out. */
export async function createApiFixture(
  options: ApiOptions = {},
  ports: Partial<PortOptions> = {},
): Promise<ApiFixture> {
  const { metadata = createMemoryMetadata(), blobs = createMemoryBlobs() } = ports
  const store = createAssetStore({
    ...ports,
    metadata,
    blobs,
    advanced: { sweepEveryMs: false, ...ports.advanced },
  })
  return apiFixtureOf(store, options)
}

/** The fixture over this store, with a key that has these permissions; by default all but `manage`. */
export async function apiFixtureOf(
  store: AssetStore,
  options: ApiOptions = {},
  permissions?: readonly Permission[],
): Promise<ApiFixture> {
  const { token: key } = await store.keys.create({
    name: 'test',
    ...(permissions !== undefined && { permissions }),
  })
  const api = createApi(store, options)

  async function send(
    method: string,
    path: string,
    request: Partial<ApiRequest> = {},
  ): Promise<PlainAnswer> {
    const { status, headers, body } = await api({
      method,
      path: `/api/v1${path}`,
      query: '',
      baseUrl: 'https://media.example',
      body: null,
      signal: new AbortController().signal,
      ...request,
      headers: { authorization: `Bearer ${key}`, ...request.headers },
    })
    const text =
      body instanceof Readable ? String(await buffer(body)) : Buffer.from(body ?? '').toString()
    const document = text.startsWith('{') ? JSON.parse(text) : {}
    return { status, headers, text, errors: document.errors ?? [], data: document.data }
  }

  return {
    store,
    key,
    send,
    upload: (content, request = {}) =>
      send('POST', '/assets', {
        body: Readable.from([uploadForm(content)], { objectMode: false }),
        ...request,
        headers: { ...UPLOAD_HEADERS, ...request.headers },
      }),
  }
}

export const UPLOAD_HEADERS = { 'content-type': 'multipart/form-data; boundary=x' } as const

/** A form with one file in the field `file`. */
export function uploadForm(content: string): Buffer {
  return Buffer.from(
    `--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${content}\r\n--x--\r\n`,
  )
}
