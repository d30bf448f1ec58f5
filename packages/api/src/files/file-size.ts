import { apiError } from '../errors/api-error.ts'
import { detailOf } from '../errors/detail.ts'

/** What a form may hold besides its files: framing and text fields. 1 MiB. */
export const MULTIPART_OVERHEAD: number = 1024 ** 2

/** Throws 413 at once when the client announces more bytes than one file may have (`limit`) plus `beside`. */
export function assertFileSize(header: string | undefined, limit: number, beside: number): void {
  if (Number(header ?? 0) <= limit + beside) return
  throw apiError('file_too_large', detailOf('file_too_large', { limit }), {
    ...(beside > 0 && { source: { parameter: 'file' } }),
    meta: { limit, index: 0 },
  })
}
