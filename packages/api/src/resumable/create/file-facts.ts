import { fileNameOf } from '@stowage/core/internal'
import type { CreateUploadOptions } from '@stowage/core/types'
import { apiError } from '../../errors/api-error.ts'
import type { ApiRequest } from '../../message/request.ts'
import { AssetFields } from '../../multipart/asset-fields.ts'
import { badHeader } from '../headers/bad-header.ts'
import { wholeNumber } from '../headers/structured-fields.ts'
import type { UploadMetadata } from '../headers/upload-metadata.ts'

/** What clients call the name of the file; the first that is not empty counts. */
const NAMES = ['filename', 'name'] as const

/** What the headers say of the asset that an upload becomes. */
export type FileFacts = Omit<CreateUploadOptions, 'size' | 'kind' | 'partials' | 'note'>

/**
 * Reads what the metadata say of the file, with the names that the fields of a form have. `filetype` and `type` are
 * never believed, and unknown keys are none of ours. Throws 422 for what cannot be read.
 */
export function factsOfMetadata(metadata: UploadMetadata): FileFacts {
  const fields = new AssetFields()
  for (const key of metadata.keys()) {
    const text = AssetFields.knows(key) ? metadata.text(key) : undefined
    if (text !== undefined) fields.read(key, text, 0)
  }
  const name = metadata.text(...NAMES)
  return { ...fields.takeForFile(), ...(name !== undefined && { name }) }
}

/** The name in `Content-Disposition`, if there is one. Throws 400 `malformed_request`. */
export function nameOfDisposition({ headers }: Pick<ApiRequest, 'headers'>): string | undefined {
  const disposition = headers['content-disposition']
  if (disposition === undefined) return undefined
  const named = fileNameOf(disposition)
  if (named !== null) return named?.name
  throw apiError(
    'malformed_request',
    `Write the name as attachment; filename="photo.jpg", or as filename*=UTF-8''… (RFC 8187).`,
    { source: { header: 'Content-Disposition' } },
  )
}

/** The announced length of the body; `null` without one. */
export function bodyLengthOf({ headers }: Pick<ApiRequest, 'headers'>): number | null {
  const length = headers['content-length']
  return length === undefined ? null : Number(length)
}

/** Headers of tus that are numbers, as requests have them. */
const NUMBERS = { 'Upload-Length': 'upload-length', 'Upload-Offset': 'upload-offset' } as const

/** The number that a header of tus says; `undefined` without it. Throws 400 `invalid_parameter`. */
export function lengthHeader(
  { headers }: Pick<ApiRequest, 'headers'>,
  name: keyof typeof NUMBERS,
): number | undefined {
  const text = headers[NUMBERS[name]]
  if (text === undefined) return undefined
  const value = wholeNumber(text)
  if (value !== null) return value
  throw badHeader(name, 'Send a whole number of at most 15 digits.')
}
