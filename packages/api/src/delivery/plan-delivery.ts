import { parseTimestamp } from '@stowage/core/internal'
import type { ByteRange } from '@stowage/core/types'
import { ApiError, apiError } from '../errors/api-error.ts'
import { evaluateConditions, rangeApplies } from '../http/headers/conditions.ts'
import { formatHttpDate } from '../http/headers/dates.ts'
import { parseRange } from '../http/headers/range.ts'
import type { Accelerator } from './accelerator.ts'
import { fileCacheControl } from './compressible.ts'
import { type PresentationFacts, presentationHeaders } from './presentation.ts'
import type { SignedFilesOptions } from './signed-files-option.ts'

/** The file to deliver: an original or a variant. */
export interface DeliveredFile extends PresentationFacts {
  /** Bytes. */
  readonly size: number
  /** Lower-case hex. */
  readonly sha256: string
  readonly createdAt: string
  /** Changes with every change of the asset, so also with its bytes. */
  readonly updatedAt: string
}

/** How the embedder wants files to be delivered. */
export interface DeliveryPolicy {
  readonly crossOriginResourcePolicy: string
  /** For URLs that name the bytes (`c`). */
  readonly cacheControl: string
  /** For all other URLs. */
  readonly revalidated: 'private, no-cache' | 'public, no-cache' | 'private, no-store'
  /** The headers with a key or a login, where answers depend on them. */
  readonly varies: readonly string[]
  /** Seconds that a URL of the blob store is good for; `null` when clients are not redirected there. */
  readonly redirectFor: number | null
  /** `null` when we send the bytes ourselves. */
  readonly accelerator: Accelerator | null
  /** How files of signed URLs differ. */
  readonly signedFiles: SignedFilesOptions
  /** `X-Accel-Expires`: until when an nginx in front may keep the answer to a URL that names the bytes. */
  readonly nginxExpires: string | null
}

/** An answer without its bytes, which are those of `range`, or none. */
interface DeliveryPlan {
  readonly status: 200 | 206 | 304
  readonly headers: Readonly<Record<string, string>>
  readonly range: ByteRange | null
}

/**
 * Decides how a GET or HEAD of a file is answered, as RFC 9110 says: conditions first, then the range (GET only).
 * Throws 412 `precondition_failed`, and 416 `range_not_satisfiable` with `Content-Range`.
 */
export function planDelivery(
  file: DeliveredFile,
  request: {
    readonly method: string
    readonly headers: Readonly<Record<string, string | undefined>>
    readonly disposition: 'inline' | 'attachment'
    /** Whether the URL names these bytes. */
    readonly namesContent: boolean
    /** Whether `Accept` decides which file it is. */
    readonly isNegotiated: boolean
  },
  policy: DeliveryPolicy,
): DeliveryPlan {
  const { method, headers: asked, disposition, namesContent, isNegotiated } = request
  const { size } = file
  const lastModified = Math.floor(parseTimestamp(file.updatedAt) / 1_000_000) * 1000
  const isDateStrong = file.updatedAt === file.createdAt
  const validators = { etag: `"${file.sha256}"`, lastModified, isDateStrong }
  const common = {
    etag: validators.etag,
    'last-modified': formatHttpDate(lastModified),
    'cache-control': fileCacheControl(
      file.mimeType,
      namesContent ? policy.cacheControl : policy.revalidated,
    ),
    'cross-origin-resource-policy': policy.crossOriginResourcePolicy,
    ...(namesContent && policy.nginxExpires !== null && { 'x-accel-expires': policy.nginxExpires }),
    ...varyHeader([...policy.varies, ...(isNegotiated ? ['Accept'] : [])]),
    // In a 304 too, so that a new name reaches cached copies.
    ...presentationHeaders(file, disposition),
  }

  switch (evaluateConditions(asked, validators)) {
    case 'failed':
      throw apiError(
        'precondition_failed',
        'The file does not match your condition. Fetch it without conditions.',
      )
    case 'not-modified':
      return { status: 304, headers: common, range: null }
    case 'proceed':
  }
  const mayBePartial = method === 'GET' && rangeApplies(asked, validators)
  const range = mayBePartial ? parseRange(asked.range, size) : null
  if (range === 'unsatisfiable') throw unsatisfiable(size)
  const { start, end } = range ?? { start: 0, end: size }
  return {
    status: range === null ? 200 : 206,
    headers: {
      'accept-ranges': 'bytes',
      'content-length': String(end - start),
      ...(range !== null && { 'content-range': `bytes ${start}-${end - 1}/${size}` }),
      ...common,
    },
    range: { start, end },
  }
}

function varyHeader(names: readonly string[]): { readonly vary?: string } {
  return names.length === 0 ? {} : { vary: names.join(', ') }
}

function unsatisfiable(size: number): ApiError {
  return new ApiError(
    [
      {
        code: 'range_not_satisfiable',
        detail: `The file has ${size} bytes. Ask for a range within it.`,
        source: { header: 'Range' },
        meta: { size },
      },
    ],
    { 'content-range': `bytes */${size}` },
  )
}
