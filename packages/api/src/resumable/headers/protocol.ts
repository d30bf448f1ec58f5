import { parseParameterized } from '@stowage/core/internal'
import type { ApiRequest } from '../../message/request.ts'
import { booleanField, integerField } from './structured-fields.ts'

/** `tus`: version 1.0.0. `ietf`: draft-ietf-httpbis-resumable-upload. */
export type UploadProtocol = 'tus' | 'ietf'

/** What the headers of a request say of its protocol. `tus-version`: tus of a version that we do not speak. */
export type SpokenProtocol = UploadProtocol | 'tus-version' | null

/** The only version of tus that we speak. */
export const TUS_VERSION = '1.0.0'
/** The type of the bytes that tus sends. */
export const TUS_BYTES = 'application/offset+octet-stream'
/** The type of the bytes that the draft sends to an upload. */
export const PARTIAL_UPLOAD = 'application/partial-upload'
/** Interop versions of the draft whose 104 we send. */
export const INTEROP_VERSIONS: ReadonlySet<number> = new Set([5, 6, 7, 8])
/** The last interop version whose clients send appended bytes without a type of their own. */
const UNTYPED_APPENDS = 5

const INTEROP = 'upload-draft-interop-version'
/** Headers that only tus has: without `Tus-Resumable` they are of no version that we know. */
const TUS_ALONE = [
  'upload-defer-length',
  'upload-concat',
  'upload-checksum',
  'upload-length',
  'upload-metadata',
] as const

type Headers = Pick<ApiRequest, 'headers'>

/** Which protocol a request speaks; `null` when its headers do not say. */
export function spokenProtocol(request: Headers): SpokenProtocol {
  const { headers } = request
  const version = headers['tus-resumable']
  if (version !== undefined) return version.trim() === TUS_VERSION ? 'tus' : 'tus-version'
  const type = contentTypeOf(request)
  if (headers[INTEROP] !== undefined) return 'ietf'
  if (booleanField(headers['upload-complete']) !== undefined) return 'ietf'
  if (type === PARTIAL_UPLOAD) return 'ietf'
  if (type === TUS_BYTES) return 'tus-version'
  return TUS_ALONE.some((name) => headers[name] !== undefined) ? 'tus-version' : null
}

/** The interop version of the draft that the client names, if its 104 is known to us; else `null`. */
export function interopVersionOf({ headers }: Headers): number | null {
  const version = integerField(headers[INTEROP])
  return version !== undefined && INTEROP_VERSIONS.has(version) ? version : null
}

/** Whether a body of this type may be appended to an upload. */
export function isAppendable(protocol: UploadProtocol, request: Headers): boolean {
  const type = contentTypeOf(request)
  if (protocol === 'tus') return type === TUS_BYTES
  if (type === PARTIAL_UPLOAD) return true
  const version = integerField(request.headers[INTEROP])
  return protocol === 'ietf' && version !== undefined && version <= UNTYPED_APPENDS
}

/** The media type in lower case, without parameters; empty without one that can be read. */
export function contentTypeOf({ headers }: Headers): string {
  return parseParameterized(headers['content-type'] ?? '')?.value ?? ''
}
