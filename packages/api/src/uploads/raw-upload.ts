import type { UploadInput } from '@stowage/core'
import { fileNameOf, parseParameterized } from '@stowage/core/internal'
import { apiError } from '../errors/api-error.ts'
import { toApiError } from '../errors/to-api-error.ts'
import { boundaryIfForm } from '../http/headers/content-type.ts'
import type { ApiRequest, ApiResponse } from '../message/request.ts'
import { fieldErrorOf } from '../multipart/field-error.ts'
import { rawFileOf } from '../multipart/raw-file.ts'
import { notThere } from '../requests/needs.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { createWith } from '../resumable/create/create-upload.ts'
import { factsOfMetadata } from '../resumable/create/file-facts.ts'
import { wholeDigestOf } from '../resumable/headers/digests.ts'
import { interopVersionOf } from '../resumable/headers/protocol.ts'
import { booleanField } from '../resumable/headers/structured-fields.ts'
import { UploadMetadata } from '../resumable/headers/upload-metadata.ts'
import type { UploadSourceOf } from './store-files.ts'

const FORM = 'multipart/form-data'

/**
 * Whether the body of `POST /assets` is the file itself: something other than a form, and either `Content-Disposition`
 * names the file, or `Upload-Complete` says that it may go on as a resumable upload.
 */
export function isRawUpload({ headers }: ApiRequest): boolean {
  const type = parseParameterized(headers['content-type'] ?? '')?.value
  if (type === FORM) return false
  if (booleanField(headers['upload-complete']) !== undefined) return true
  return fileNameOf(headers['content-disposition'] ?? '') != null
}

/**
 * Answers a raw upload that is resumable: one that goes on in other requests, or may have to because the client can be
 * told where. `null`: nothing needs to be kept of it. Throws 404 `route_not_found` for one that goes on where the store
 * takes none.
 */
export function resumableAnswer(context: RequestContext): Promise<ApiResponse> | null {
  const { request, store } = context
  const isWhole = booleanField(request.headers['upload-complete'])
  const canResume = interopVersionOf(request) !== null && request.informational !== undefined
  const isResumable = isWhole === false || (isWhole === true && canResume)
  if (isResumable && store.uploads.isAvailable) return createWith(context, 'ietf')
  if (isWhole === false) throw notThere('uploads')
  return null
}

/** What the answer to a raw upload says besides: `Upload-Complete` to clients that know it. */
export function completeHeader({ headers }: ApiRequest): Readonly<Record<string, string>> {
  return booleanField(headers['upload-complete']) === undefined ? {} : { 'upload-complete': '?1' }
}

/** The one file of a raw upload. Throws 415 for other kinds of forms, 400 and 422 for headers that cannot be. */
export function rawUpload(request: ApiRequest): UploadSourceOf {
  boundaryIfForm(request)
  const facts = factsOfMetadata(new UploadMetadata(request.headers['upload-metadata']))
  const digest = wholeDigestOf(request)
  return (bytes) => ({
    files: (async function* () {
      const file = rawFileOf(request, bytes)
      const sha256 = file.sha256 ?? digest
      if (digest !== undefined && sha256 !== digest) {
        throw apiError('invalid_body', 'Repr-Digest and Content-Digest differ. Send one of them.')
      }
      const input: UploadInput = { ...facts, ...file, ...(sha256 !== undefined && { sha256 }) }
      yield input
    })(),
    explain: (error) => fieldErrorOf(error, 0) ?? toApiError(error),
  })
}
