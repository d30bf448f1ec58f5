import { Readable } from 'node:stream'
import { StowageError } from '@stowage/core'
import type { Ajv2020 } from 'ajv/dist/2020.js'
import { createApiFixture } from '../http/api-fixture.ts'
import { HTTP_SIGNING_SECRET, HTTP_WEBHOOKS } from '../http/http-fixture.ts'
import { type Choices, choicesBy } from '../seeds/choices.ts'
import type { Random } from '../seeds/seeded-random.ts'
import { type MadeRequest, requestsOf } from './requests.ts'
import { type Description, schemasOf } from './schema.ts'
import { valuesOf } from './values.ts'

const SHOWN = 5
/** In characters of its JSON. */
const METADATA_SIZE = 16 * 1024
/** In bytes of its JSON. */
const ALT_SIZE = 32 * 1024

/** Whether a request is refused for a reason that the description cannot express. */
const UNDESCRIBED: readonly ((request: MadeRequest) => boolean)[] = [
  // A key must expire in the future.
  ({ operation, json }) =>
    operation.operationId === 'createKey' &&
    Date.parse(String(memberOf(json, 'data', 'attributes', 'expires_at'))) <= Date.now(),
  // The text of each language comes once, whatever the case of its tag, and all together have a limit.
  ({ json, fields }) => {
    const alt = fields.alt ?? memberOf(json, 'data', 'meta', 'alt')
    const languages = Object.keys(Object(alt)).map((language) => language.toLowerCase())
    const size = Buffer.byteLength(JSON.stringify(alt) ?? '')
    return new Set(languages).size < languages.length || size > ALT_SIZE
  },
  // All members of a `metadata` together are limited too.
  ({ json, fields, query }) => {
    const within = [...new URLSearchParams(query)].filter(([name]) => /^filter\[meta/.test(name))
    const found = [Object.fromEntries(within), fields.metadata, ...metadataIn(json)]
    return found.some((each) => (JSON.stringify(each) ?? '').length > METADATA_SIZE)
  },
  // No tag may be both added and removed.
  ({ json }) => {
    const [added, removed] = ['add', 'remove'].map((name) => memberOf(json, name))
    const keys = (tags: unknown) => (Array.isArray(tags) ? tags.map(foldedTag) : [])
    return keys(added).some((tag) => keys(removed).includes(tag))
  },
]

const MISTAKES = [
  'invalid_body',
  'invalid_parameter',
  'malformed_request',
  'unsupported_media_type',
]

/** How much was tried, and where the service and its description differ. */
export interface FuzzReport {
  readonly allowed: number
  readonly forbidden: number
  /** The first differences, each with its request, for people. */
  readonly differences: readonly string[]
}

/**
 * Sends this many requests made from the OpenAPI document. Requests that it allows must not be refused for their form,
 * requests that it forbids must be refused, and no answer may be a fault or have a status that it does not name.
 *
 * `ajv`: a new validator of JSON Schema 2020-12 that knows the formats. `numbers`: random ones, from 0 up to 1.
 */
export async function fuzzOpenApi(
  ajv: Ajv2020,
  cases: number,
  numbers: Random,
): Promise<FuzzReport> {
  const differences: string[] = []
  let forbidden = 0
  const service = await openService(ajv, choicesBy(numbers))
  for (let index = 0; index < cases && differences.length < SHOWN; index += 1) {
    const request = service.next()
    const { status, code, text } = await service.send(request)
    if (request.forbidden.length > 0) forbidden += 1
    const difference = differenceOf(request, status, code)
    if (difference === null) continue
    const { operation, form, fields, ...sent } = request
    const made = `${operation.operationId} ${JSON.stringify(sent)} ${form ?? ''}`
    const words = `${difference}: answered ${text} to ${made}`
    differences.push(`case ${index}: ${words.slice(0, 1500)}`)
  }
  return { allowed: cases - forbidden, forbidden, differences }
}

async function openService(ajv: Ajv2020, random: Choices) {
  const { store, send } = await createApiFixture(
    { fromUrl: bytesOfUrl, redirectTo: true, baseUrl: 'https://media.example' },
    { signing: { secrets: [HTTP_SIGNING_SECRET] }, webhooks: HTTP_WEBHOOKS },
  )
  const { token } = await store.keys.create({
    name: 'fuzz',
    permissions: ['read', 'write', 'delete', 'manage'],
  })
  const authorization = `Bearer ${token}`
  const description: Description = JSON.parse(
    (await send('GET', '/openapi.json', { headers: { authorization } })).text,
  )
  const schemas = schemasOf(description, ajv)
  const values = valuesOf(random, schemas)
  for (const name of ['a', 'b', 'c']) {
    const folder = await store.folders.create({ name })
    const asset = await store.upload(Buffer.from(name), { name, folderId: folder.id })
    values.ids.push(folder.id, asset.id, asset.publicFileId)
  }
  const { webhook } = await store.webhooks.create({ url: 'https://hooks.example' })
  values.ids.push(webhook.id)
  return {
    next: requestsOf(description, schemas, values, random),
    async send({ method, path, query, headers, json, form }: MadeRequest) {
      const body = form ?? (json === undefined ? null : Buffer.from(JSON.stringify(json)))
      const { status, text, errors } = await send(method, path, {
        query,
        headers: {
          authorization,
          ...headers,
          ...(body !== null && { 'content-length': String(body.length) }),
        },
        body: body && Readable.from([body], { objectMode: false }),
      })
      return { status, text, code: errors[0]?.code }
    },
  }
}

/**
 * The route leaves the check of the URL to this function. It checks like `@stowage/from-url`, but connects to no other
 * machine.
 */
function bytesOfUrl(url: string): Buffer {
  const isFetched =
    url.length <= 8192 && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
  if (!isFetched) throw new StowageError('url_refused', 'It is no URL of http or https.')
  return Buffer.from(url)
}

function differenceOf(request: MadeRequest, status: number, code: string | undefined) {
  const { operation, forbidden } = request
  if (status >= 500) return 'a fault'
  if (operation.responses[status] === undefined) return `an undescribed status ${status}`
  if (forbidden.length > 0) return status < 400 ? `taken, though ${forbidden} is forbidden` : null
  const isRefused = code !== undefined && MISTAKES.includes(code)
  return isRefused && !UNDESCRIBED.some((each) => each(request)) ? 'refused, though allowed' : null
}

function memberOf(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((within, name) => Object(within)[name], value)
}

function metadataIn(value: unknown): readonly unknown[] {
  return Object.entries(Object(value)).flatMap(([name, member]) =>
    name === 'metadata' ? [member] : typeof member === 'object' ? metadataIn(member) : [],
  )
}

function foldedTag(tag: unknown): string {
  return String(tag).trim().toLowerCase()
}
