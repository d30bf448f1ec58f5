import { filePart, MULTIPART, rawForm } from '../http/raw-http.ts'
import { type AdapterFixture, LIMITED_TENANT } from './adapter-fixture.ts'

/** How a request with a body is refused. */
export interface RefusedBody {
  readonly status: number
  readonly method: string
  /** Names in braces are those of `RefusalState.ids`. */
  readonly path: string
  readonly type: string
  /** Whose key it sends. Default: one that may do everything. */
  readonly as?: keyof RefusalState['keys']
  /** More header lines. */
  readonly header?: readonly string[]
  /** Refused only once the body has ended. */
  readonly late?: true
  /** Makes a body of about this many bytes. Default: that many letters. */
  readonly body?: (size: number) => Buffer
  readonly sizes: readonly number[]
}

/** What the refusals are about: assets and keys stored beforehand. */
export interface RefusalState {
  readonly keys: Readonly<Record<'nobody' | 'reader' | 'limited', string | null>>
  readonly ids: Readonly<Record<'stored' | 'waiting' | 'limited', string>>
}

const JSON_TYPE = 'application/json'
const TEXT = 'text/plain'

/** Bytes that come with the headers, in a few reads, and in more than the buffers of a server and its streams hold. */
const ALL: readonly number[] = [1_000, 60_000, 200_000, 3_000_000]
const TWO: readonly number[] = [1_000, 3_000_000]
/** Sizes that JSON may have. */
const SMALL: readonly number[] = [1_000, 200_000]

const fileForm = (size: number) => rawForm([filePart(Buffer.alloc(size, 'x'))])
const paddedJson = (value: unknown) => (size: number) =>
  Buffer.from(JSON.stringify(value).padEnd(size))
const content = (id: keyof RefusalState['ids']) =>
  ({ method: 'PUT', path: `/assets/{${id}}/content`, type: TEXT, sizes: TWO }) as const
const LONG_URL = `https://files.example/${'x'.repeat(LIMITED_TENANT.quota)}`

export const REFUSED_BODIES: readonly RefusedBody[] = [
  { status: 401, method: 'POST', path: '/assets', type: MULTIPART, as: 'nobody', sizes: ALL },
  { status: 400, method: 'POST', path: '/assets', type: MULTIPART, late: true, sizes: ALL },
  { status: 400, method: 'POST', path: '/assets', type: 'multipart/form-data', sizes: ALL },
  { status: 415, method: 'POST', path: '/assets', type: TEXT, sizes: ALL },
  { status: 404, method: 'POST', path: '/nothing', type: MULTIPART, sizes: ALL },
  { status: 405, method: 'PUT', path: '/assets', type: MULTIPART, sizes: ALL },
  { status: 413, method: 'POST', path: '/assets/bulk-trash', type: JSON_TYPE, sizes: ALL },
  { status: 403, method: 'POST', path: '/assets', type: MULTIPART, as: 'reader', sizes: TWO },
  {
    ...{ status: 507, method: 'POST', path: '/assets', type: MULTIPART, as: 'limited' },
    // Refused only after more bytes than one step counts.
    ...{ late: true, body: fileForm, sizes: TWO },
  },
  { status: 401, ...content('stored'), as: 'nobody' },
  { status: 403, ...content('stored'), as: 'reader' },
  // An asset of another tenant.
  { status: 404, ...content('limited') },
  { status: 409, ...content('waiting'), late: true },
  { status: 412, ...content('stored'), header: ['If-Match: "another"'] },
  { status: 507, ...content('limited'), as: 'limited', late: true },
  {
    ...{ status: 401, method: 'POST', path: '/assets/bulk-upload', type: MULTIPART },
    ...{ as: 'nobody', sizes: TWO },
  },
  {
    ...{ status: 422, method: 'POST', path: '/assets/bulk-upload', type: MULTIPART },
    // The file is in a field of another name.
    ...{ body: fileForm, sizes: TWO },
  },
  {
    ...{ status: 403, method: 'POST', path: '/assets/from-url', type: JSON_TYPE },
    ...{ as: 'reader', sizes: TWO },
  },
  { status: 413, method: 'POST', path: '/assets/from-url', type: JSON_TYPE, sizes: TWO },
  {
    ...{ status: 422, method: 'POST', path: '/assets/from-url', type: JSON_TYPE, late: true },
    ...{ body: paddedJson({}), sizes: SMALL },
  },
  {
    ...{ status: 507, method: 'POST', path: '/assets/from-url', type: JSON_TYPE, late: true },
    ...{ as: 'limited', body: paddedJson({ url: LONG_URL }), sizes: SMALL },
  },
]

/** How many assets `prepareRefusals` stores. */
export const PREPARED = 3

export async function prepareRefusals({ store, script }: AdapterFixture): Promise<RefusalState> {
  const limited = store.for({ tenant: LIMITED_TENANT.name })
  const [stored, ofLimited] = [
    await store.upload(Buffer.from('stored')),
    await limited.upload(Buffer.from('limited')),
  ]
  script.scan = () => 'wait'
  const waiting = await store.upload(Buffer.from('waiting'))
  script.scan = () => 'accept'
  const reader = await store.keys.create({ name: 'reader', permissions: ['read'] })
  const ofTenant = await limited.keys.create({ name: 'limited' })
  return {
    keys: { nobody: null, reader: reader.token, limited: ofTenant.token },
    ids: { stored: stored.id, waiting: waiting.id, limited: ofLimited.id },
  }
}
