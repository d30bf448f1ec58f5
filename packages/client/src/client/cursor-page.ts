import { answerFailed } from '../errors/api-client-error.ts'
import type { AssetCursorCollection } from '../generated/openapi.ts'

/**
 * The assets of a page that was asked for by a cursor, and the cursor of the next page; `null` after the last. Throws
 * `unexpected_answer` for an answer that is no page, and for a page that leads to itself, which would never end.
 */
export function cursorPage(
  { data, links }: Partial<AssetCursorCollection>,
  cursor: string | null | undefined,
): { readonly data: AssetCursorCollection['data']; readonly next: string | null } {
  const next = cursorOf(links?.next)
  if (Array.isArray(data) && next !== undefined && (next === null || next !== cursor)) {
    return { data, next }
  }
  throw answerFailed({ status: 200, text: '', retryAfter: null })
}

/** The `page[after]` of a link; `undefined` for anything but a link. */
function cursorOf(link: string | null | undefined): string | null | undefined {
  if (link === null) return null
  try {
    return new URL(link ?? '').searchParams.get('page[after]')
  } catch {
    return undefined
  }
}
