import assert from 'node:assert/strict'
import type { AssetResource } from '@stowage/api'
import type { HttpFixture } from '../../http/http-fixture.ts'
import { type Answer, type Body, clientOf, type HttpClient } from '../http-client.ts'

type Headers = Readonly<Record<string, string>>

/** What requests of tus have. */
export const TUS: Headers = { 'tus-resumable': '1.0.0' }
/** What requests of tus with bytes have. */
export const TUS_BYTES: Headers = { ...TUS, 'content-type': 'application/offset+octet-stream' }
/** What appends of the draft have. */
export const DRAFT_BYTES: Headers = { 'content-type': 'application/partial-upload' }

/** A client of resumable uploads. Its URLs are those of answers, or paths below `/api/v1`. */
export class UploadClient {
  readonly http: HttpClient

  constructor(http: HttpClient) {
    this.http = http
  }

  send(method: string, url: string, headers: Headers, body?: Body): Promise<Answer> {
    return this.http.send(method, url, { headers, ...(body !== undefined && { body }) })
  }

  /** Begins an upload of tus. Resolves to its URL. */
  async create(headers: Headers, body?: Body): Promise<string> {
    const begun = await this.send('POST', '/uploads', { ...TUS, ...headers }, body)
    assert.equal(begun.status, 201, begun.bytes.toString())
    return urlOf(begun)
  }

  /** Begins an upload of the draft. Resolves to its URL. */
  async begin(headers: Headers = {}, body?: Body): Promise<string> {
    const begun = await this.send('POST', '/uploads', { 'upload-complete': '?0', ...headers }, body)
    assert.equal(begun.status, 201, begun.bytes.toString())
    return urlOf(begun)
  }

  head(url: string): Promise<Answer> {
    return this.send('HEAD', url, TUS)
  }

  patch(url: string, offset: number, body: Body, headers: Headers = {}): Promise<Answer> {
    return this.send('PATCH', url, { ...TUS_BYTES, 'upload-offset': `${offset}`, ...headers }, body)
  }

  /** An append of the draft. */
  append(url: string, offset: number, body: Body, headers: Headers): Promise<Answer> {
    return this.send(
      'PATCH',
      url,
      { ...DRAFT_BYTES, 'upload-offset': `${offset}`, ...headers },
      body,
    )
  }

  /** A finished partial upload of tus with this content. Resolves to its URL. */
  async partial(content: string): Promise<string> {
    const length = { 'upload-concat': 'partial', 'upload-length': `${content.length}` }
    const url = await this.create(length)
    assert.equal((await this.patch(url, 0, content)).status, 204)
    return url
  }

  /** The text of the asset that an answer names in `Content-Location`, or in `Location` when it has none. */
  async stored({ headers }: Answer): Promise<string> {
    const url = headers.get('content-location') ?? headers.get('location') ?? ''
    const shown = await this.http.send('GET', url)
    const { data } = this.http.document<{ data: AssetResource }>(shown, 200, 'AssetDocument')
    return (await this.http.send('GET', data.attributes.url)).bytes.toString()
  }
}

/** A client of a tenant of its own. */
export async function uploadClientOf(fixture: HttpFixture): Promise<UploadClient> {
  return new UploadClient(await clientOf(fixture))
}

/** The URL of a new upload. */
export function urlOf({ headers }: Answer): string {
  const url = headers.get('location') ?? ''
  assert.match(url, /\/api\/v1\/uploads\/[0-9a-f-]{36}$/)
  return url
}

/** What an upload says of itself, by these headers. */
export function told({ headers }: Answer, ...names: readonly string[]): readonly (string | null)[] {
  return names.map((name) => headers.get(name))
}

/** Bytes in Base64, as `Upload-Metadata` has them. */
export function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}

/** A body without a length. */
export function streamOf(text: string): ReadableStream<Uint8Array> {
  return new Blob([text]).stream()
}
