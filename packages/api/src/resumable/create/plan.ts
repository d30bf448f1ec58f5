import type { CreateUploadOptions } from '@stowage/core/types'
import { apiError } from '../../errors/api-error.ts'
import { detailOf } from '../../errors/detail.ts'
import { isBodyAbsent } from '../../http/headers/body-absent.ts'
import { assertStoredWhole } from '../../http/headers/stored-whole.ts'
import type { ApiRequest } from '../../message/request.ts'
import { writeNote } from '../answers/upload-note.ts'
import { badHeader } from '../headers/bad-header.ts'
import { type RequestDigest, requestDigestOf, wholeDigestOf } from '../headers/digests.ts'
import { contentTypeOf, TUS_BYTES, type UploadProtocol } from '../headers/protocol.ts'
import { booleanField, integerField } from '../headers/structured-fields.ts'
import { concatOf } from '../headers/upload-concat.ts'
import { UploadMetadata } from '../headers/upload-metadata.ts'
import { bodyLengthOf, factsOfMetadata, lengthHeader, nameOfDisposition } from './file-facts.ts'

/** A creation as its headers describe it. */
export interface CreationPlan {
  readonly protocol: UploadProtocol
  readonly options: CreateUploadOptions & { readonly size: number | null }
  /** Whether the request has bytes of the file. */
  readonly hasBytes: boolean
  /** Whether the file ends with this request. */
  readonly isLast: boolean
  readonly digest: RequestDigest | undefined
}

/** What a creation says. Throws 400, 413, 415 and 422 for what cannot be. */
export function planOf(
  protocol: UploadProtocol,
  request: ApiRequest,
  fileSize: number,
): CreationPlan {
  assertStoredWhole((name) => request.headers[name])
  // A number that we cannot read is too large in any case.
  if (/^\d{16,}$/.test(request.headers['upload-length'] ?? '')) throw tooMuch(fileSize)
  const plan = protocol === 'tus' ? tusPlan(request) : draftPlan(request)
  const { size } = plan.options
  const length = bodyLengthOf(request)
  if (size !== null && length !== null && length > size) throw tooMuch(size)
  return plan
}

/** 413: more bytes than the upload has. */
export function tooMuch(limit: number): Error {
  return apiError('file_too_large', detailOf('file_too_large', { limit }), { meta: { limit } })
}

/** Throws 400 `length_mismatch` when two headers of one request say different lengths. */
export function sameLength(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined || one === other) return one ?? other
  throw apiError(
    'length_mismatch',
    `Upload-Length says ${one} bytes, and Content-Length says ${other}.`,
    {
      source: { header: 'Upload-Length' },
    },
  )
}

function tusPlan(request: ApiRequest): CreationPlan {
  const { headers } = request
  const metadata = headers['upload-metadata']
  const facts = factsOfMetadata(new UploadMetadata(metadata))
  const concat = concatOf(headers['upload-concat'])
  const size = lengthHeader(request, 'Upload-Length')
  const deferred = headers['upload-defer-length']
  const hasBytes = !isBodyAbsent(request)
  if (concat?.kind === 'final') {
    if (size !== undefined || deferred !== undefined) {
      throw badHeader('Upload-Length', 'Leave it out: the partial uploads have lengths.')
    }
    if (hasBytes) throw badHeader('Upload-Concat', 'Send no bytes with `final`.')
  } else if (deferred !== undefined ? deferred !== '1' || size !== undefined : size === undefined) {
    throw badHeader(
      'Upload-Length',
      'Send Upload-Length, or `Upload-Defer-Length: 1` in its place.',
    )
  }
  if (hasBytes && contentTypeOf(request) !== TUS_BYTES) {
    throw apiError('unsupported_media_type', `Send the bytes as ${TUS_BYTES}.`, {
      source: { header: 'Content-Type' },
    })
  }
  const sha256 = wholeDigestOf(request)
  const prefix = concat?.kind === 'final' ? concat.prefix : null
  return {
    protocol: 'tus',
    options: {
      ...facts,
      size: size ?? null,
      ...(concat !== undefined && { kind: concat.kind }),
      ...(concat?.kind === 'final' && { partials: concat.partials }),
      ...(sha256 !== undefined && { sha256 }),
      note: writeNote({
        protocol: 'tus',
        ...(metadata !== undefined && { metadata }),
        ...(prefix !== null && { prefix }),
      }),
    },
    hasBytes,
    isLast: false,
    digest: requestDigestOf(request),
  }
}

function draftPlan(request: ApiRequest): CreationPlan {
  const { headers } = request
  const isLast = booleanField(headers['upload-complete'])
  if (isLast === undefined) {
    throw badHeader('Upload-Complete', 'Send `?1` when these are all bytes of the file, else `?0`.')
  }
  const metadata = headers['upload-metadata']
  const name = nameOfDisposition(request)
  const length = bodyLengthOf(request)
  const size = sameLength(
    integerField(headers['upload-length']),
    isLast && length !== null ? length : undefined,
  )
  const sha256 = wholeDigestOf(request)
  return {
    protocol: 'ietf',
    options: {
      ...factsOfMetadata(new UploadMetadata(metadata)),
      ...(name !== undefined && { name }),
      size: size ?? null,
      ...(sha256 !== undefined && { sha256 }),
      note: writeNote({ protocol: 'ietf', ...(metadata !== undefined && { metadata }) }),
    },
    hasBytes: !isBodyAbsent(request),
    isLast,
    digest: requestDigestOf(request),
  }
}
