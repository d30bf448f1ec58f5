import type { AppendDigest } from '@stowage/core/types'
import { apiError } from '../../errors/api-error.ts'
import type { ApiRequest } from '../../message/request.ts'
import { sha256OfContentDigest } from '../../multipart/digest.ts'
import { badHeader } from './bad-header.ts'

/** The checksums that we compare, as tus names them, with the bytes that each has. */
export const CHECKSUMS: Readonly<Record<AppendDigest['algorithm'], number>> = {
  sha1: 20,
  sha256: 32,
  crc32: 4,
}
const NO_CHECKSUM =
  'The checksum has another length than its algorithm gives, so no bytes can have it.'
const CHECKSUM = /^([a-z0-9]+) +([A-Za-z0-9+/]+={0,2})$/

/** A digest of the bytes of one request. */
export interface RequestDigest extends AppendDigest {
  /** The header that had it. */
  readonly header: 'Upload-Checksum' | 'Content-Digest'
}

/**
 * The digest that the bytes of a request must have; `undefined` without one. Throws 400 `invalid_parameter` for an
 * `Upload-Checksum` that cannot be compared, 460 `checksum_mismatch` for one that no bytes can have, 422 `invalid_body` for a `Content-Digest` that cannot be read.
 */
export function requestDigestOf({
  headers,
}: Pick<ApiRequest, 'headers'>): RequestDigest | undefined {
  const checksum = headers['upload-checksum']
  const sha256 = sha256OfContentDigest(headers['content-digest'], 0)
  if (checksum === undefined) {
    return sha256 === undefined
      ? undefined
      : { algorithm: 'sha256', value: sha256, header: 'Content-Digest' }
  }
  if (sha256 !== undefined) {
    throw badHeader('Upload-Checksum', 'Send one of Upload-Checksum and Content-Digest.')
  }
  const [, algorithm = '', base64 = ''] = CHECKSUM.exec(checksum) ?? []
  const bytes = Buffer.from(base64, 'base64')
  if (isChecksum(algorithm)) {
    if (bytes.length !== CHECKSUMS[algorithm]) throw apiError('checksum_mismatch', NO_CHECKSUM)
    return { algorithm, value: bytes.toString('hex'), header: 'Upload-Checksum' }
  }
  const names = Object.keys(CHECKSUMS).join(', ')
  throw badHeader('Upload-Checksum', `Send one of ${names}, a space, and the checksum in Base64.`)
}

/** The SHA-256 that the whole file must have, lower-case hex; `undefined` without one. Throws 422 `invalid_body`. */
export function wholeDigestOf({ headers }: Pick<ApiRequest, 'headers'>): string | undefined {
  return sha256OfContentDigest(headers['repr-digest'], 0, 'Repr-Digest')
}

function isChecksum(name: string): name is AppendDigest['algorithm'] {
  return Object.hasOwn(CHECKSUMS, name)
}
