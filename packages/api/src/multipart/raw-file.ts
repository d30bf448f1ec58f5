import { fileNameOf } from '@stowage/core/internal'
import { apiError } from '../errors/api-error.ts'
import { detailOf } from '../errors/detail.ts'
import { isBodyAbsent } from '../http/headers/body-absent.ts'
import type { ApiRequest } from '../message/request.ts'
import { sha256OfContentDigest } from './digest.ts'
import type { FileContent } from './only-file.ts'

/**
 * The file sent as the body itself, with the name in `Content-Disposition` and the digest in `Content-Digest`. Throws
 * 422 `file_missing` when nothing says that there is a file, 415 when a body parser of the app has taken it.
 */
export function rawFileOf(request: ApiRequest, bytes: AsyncIterable<Uint8Array>): FileContent {
  const { headers, parsedJson } = request
  const { 'content-disposition': disposition, 'content-type': contentType } = headers
  const named = disposition === undefined ? undefined : fileNameOf(disposition)
  if (named === null) throw unreadable()
  const sha256 = sha256OfContentDigest(headers['content-digest'], 0)
  if (parsedJson !== undefined) throw parsedBefore()
  // A file may be empty, but a request without body, type and name hardly means one.
  if (isBodyAbsent(request) && contentType === undefined && disposition === undefined) {
    throw apiError('file_missing', detailOf('file_missing'))
  }
  return {
    source: bytes,
    ...(named !== undefined && { name: named.name }),
    ...(sha256 !== undefined && { sha256 }),
  }
}

function parsedBefore() {
  return apiError(
    'unsupported_media_type',
    'A body parser of the app has read this JSON. Send the file as multipart/form-data, in the field `file`.',
    { source: { header: 'Content-Type' } },
  )
}

function unreadable() {
  const detail = `Write the name as attachment; filename="photo.jpg", or as filename*=UTF-8''… (RFC 8187).`
  return apiError('malformed_request', detail, { source: { header: 'Content-Disposition' } })
}
