import assert from 'node:assert/strict'
import type { AssetCollection, AssetResource, ErrorDocument, ErrorObject } from '@stowage/api'
import { type HttpFixture, ownKey } from '../http/http-fixture.ts'

/** One answer, read to its end. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Buffer
}

/** Content of a file to send. */
export type Content = string | Uint8Array<ArrayBuffer>

/** What can be sent as a body. */
export type Body = Content | FormData | ReadableStream<Uint8Array>

export interface Sending {
  /** `null` sends no key. Default: the client's own. */
  readonly key?: string | null
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Body
  /** Sent as JSON. */
  readonly json?: unknown
}

/** A client of one tenant. Checks what every answer must contain. */
export class HttpClient {
  readonly #fixture: HttpFixture
  readonly #key: string

  constructor(fixture: HttpFixture, key: string) {
    this.#fixture = fixture
    this.#key = key
  }

  get key(): string {
    return this.#key
  }

  /** `path` is below `/api/v1`, or a URL from an answer. */
  async send(method: string, path: string, sending: Sending = {}): Promise<Answer> {
    const { key = this.#key, json } = sending
    const response = await this.fetch(path, {
      method,
      headers: {
        ...(key !== null && { authorization: `Bearer ${key}` }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...sending.headers,
      },
      ...(sending.body !== undefined && { body: sending.body, duplex: 'half' }),
      ...(json !== undefined && { body: JSON.stringify(json) }),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    const { status, headers } = response
    assert.match(headers.get('x-request-id') ?? '', /^[A-Za-z0-9._-]{1,128}$/)
    return { status, headers, bytes }
  }

  /** The answer, unread. `path` is as in `send`. */
  fetch(path: string, init: RequestInit): Promise<Response> {
    const url = this.url(path)
    return this.#fixture.fetch?.(url, init) ?? fetch(url, init)
  }

  url(path: string): string {
    return path.startsWith('/') ? `${this.#fixture.baseUrl}/api/v1${path}` : path
  }

  /** Checks that the answer is a document of this shape, and returns it. */
  document<Shape>(answer: Answer, status: number, schema: string): Shape {
    const text = answer.bytes.toString('utf8')
    assert.equal(answer.status, status, `expected ${status}, got ${answer.status}: ${text}`)
    assert.equal(answer.headers.get('content-type'), 'application/vnd.api+json')
    assert.equal(answer.headers.get('cache-control'), 'private, no-store')
    const document: unknown = JSON.parse(text)
    this.#fixture.validate?.(schema, document)
    return document as Shape
  }

  /** Checks that the answer is an error with this status and code, and returns its error objects. */
  errors(answer: Answer, status: number, code: string): readonly ErrorObject[] {
    const { errors } = this.document<ErrorDocument>(answer, status, 'ErrorDocument')
    for (const error of errors) {
      assert.deepEqual([error.status, error.code], [String(status), code])
      assert.equal(error.id, answer.headers.get('x-request-id'))
    }
    return errors
  }

  async refused(
    method: string,
    path: string,
    sending: Sending,
    [status, code]: readonly [number, string],
  ): Promise<readonly ErrorObject[]> {
    return this.errors(await this.send(method, path, sending), status, code)
  }

  async upload(content: Content, name = 'file.txt'): Promise<AssetResource> {
    const answer = await this.send('POST', '/assets', { body: formOf({ file: [content, name] }) })
    return this.document<{ data: AssetResource }>(answer, 201, 'AssetDocument').data
  }

  async get(id: string, query = ''): Promise<AssetResource> {
    const answer = await this.send('GET', `/assets/${id}${query}`)
    return this.document<{ data: AssetResource }>(answer, 200, 'AssetDocument').data
  }

  async list(query = ''): Promise<AssetCollection> {
    const answer = await this.send('GET', query.startsWith('http') ? query : `/assets${query}`)
    return this.document<AssetCollection>(answer, 200, 'AssetCollection')
  }

  async total(): Promise<number> {
    return (await this.list('?per_page=1')).meta.total
  }

  /** `POST /assets/bulk-trash` and similar routes, which must answer 204 without a body. */
  async change(
    verb: 'bulk-trash' | 'bulk-restore' | 'bulk-permanent',
    ids: readonly string[],
  ): Promise<void> {
    const method = verb === 'bulk-permanent' ? 'DELETE' : 'POST'
    const answer = await this.send(method, `/assets/${verb}`, { json: { asset_ids: ids } })
    assert.equal(answer.status, 204, answer.bytes.toString())
    assert.equal(answer.bytes.length, 0)
  }
}

/** A client of its own tenant when the fixture can issue keys, else of the fixture's. */
export async function clientOf(fixture: HttpFixture): Promise<HttpClient> {
  return new HttpClient(fixture, await ownKey(fixture))
}

/** A form with one file for each field. */
export function formOf(files: Readonly<Record<string, readonly [Content, string]>>): FormData {
  const form = new FormData()
  for (const [field, [content, name]] of Object.entries(files)) {
    form.append(field, new File([content], name))
  }
  return form
}

/** A bulk upload form. */
export function bulkFormOf(files: readonly Content[], field = 'files[]'): FormData {
  const form = new FormData()
  for (const [index, content] of files.entries()) {
    form.append(field, new File([content], `${index}.txt`))
  }
  return form
}
