import { isStowageError } from '@stowage/core'
import { ApiError, type ApiErrorDetails, apiError } from '../errors/api-error.ts'
import { detailOf } from '../errors/detail.ts'
import { toApiError } from '../errors/to-api-error.ts'
import { fieldErrorOf } from '../multipart/field-error.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { duplicateRights } from '../uploads/duplicates.ts'
import { limitsText } from './answers/upload-headers.ts'
import type { RequestDigest } from './headers/digests.ts'
import type { UploadProtocol } from './headers/protocol.ts'
import { forTicket, uploaderOf } from './upload-access.ts'

/** What an error of an upload depends on. */
export interface UploadFailure {
  readonly protocol: UploadProtocol
  /** Of the upload; absent: there is none yet. */
  readonly id?: string
  /** What the bytes were compared with. */
  readonly digest?: RequestDigest | undefined
}

/** Codes that never come from the content of an upload or its uploader. */
const OF_PROTOCOL: ReadonlySet<string> = new Set([
  'upload_not_found',
  'upload_expired',
  'upload_locked',
  'offset_mismatch',
  'length_mismatch',
  'checksum_mismatch',
  'malformed_request',
  'invalid_parameter',
  'request_timeout',
  'unavailable',
  'internal_error',
])
/** Fields that tell of the file come in this header. */
const METADATA = { header: 'Upload-Metadata' }

/**
 * The answer to an error of an upload, with the headers that its protocol asks for. With the draft, `Upload-Complete`
 * tells whether the upload itself went wrong (`?0`) or was refused for good (`?1`).
 */
export async function explainUpload(
  context: RequestContext,
  error: unknown,
  failure: UploadFailure,
): Promise<ApiError> {
  const { protocol, digest } = failure
  const known = await duplicateRights(context).explain(error)
  const isOfContent =
    isStowageError(known, 'checksum_mismatch') && digest?.header === 'Content-Digest'
  const explained = isOfContent
    ? apiError('digest_mismatch', detailOf('digest_mismatch'), {
        source: { header: digest.header },
      })
    : (fieldErrorOf(known, 0) ?? toApiError(known))
  const { problems, headers, cause } = forTicket(explained, context)
  const [first, ...others] = problems.map(blamingHeader)
  const isLocked = first?.code === 'upload_locked'
  return new ApiError(
    [
      isLocked && protocol === 'ietf' ? { ...first, status: 503 } : (first ?? problems[0]),
      ...others,
    ],
    {
      ...headers,
      ...(isLocked && { 'retry-after': '5' }),
      ...(isStowageError(known, 'offset_mismatch') && {
        'upload-offset': String(known.context.offset),
      }),
      ...(protocol === 'ietf' && (await ofDraft(context, problems[0], failure))),
    },
    { cause: cause ?? error },
  )
}

async function ofDraft(
  context: RequestContext,
  { code }: ApiErrorDetails,
  { id }: UploadFailure,
): Promise<Readonly<Record<string, string>>> {
  const isOver = id !== undefined && !OF_PROTOCOL.has(code) && (await isRefused(context, id))
  return {
    'upload-complete': isOver ? '?1' : '?0',
    ...((code === 'file_too_large' || code === 'body_too_large') && {
      'upload-limit': limitsText(context),
    }),
  }
}

async function isRefused(context: RequestContext, id: string): Promise<boolean> {
  try {
    return (await context.store.uploads.get(id, uploaderOf(context))).status === 'refused'
  } catch {
    return false
  }
}

function blamingHeader(each: ApiErrorDetails): ApiErrorDetails {
  const isOfField = each.code === 'folder_not_found' || each.code === 'external_id_taken'
  const isField = each.source !== undefined && 'parameter' in each.source
  const { index: _, ...meta } = each.meta ?? {}
  const { meta: __, ...rest } = each
  return {
    ...rest,
    ...(Object.keys(meta).length > 0 && { meta }),
    ...((isField || (isOfField && each.source === undefined)) && { source: METADATA }),
  }
}
