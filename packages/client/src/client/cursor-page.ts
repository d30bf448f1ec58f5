import { answerFailed } from '../errors/api-client-error.ts'
import type { AssetCursorCollection } from '../generated/openapi.ts'

/**
 * The assets of a page that was asked for by a cursor, and the cursor of the next; `null` after the last.
 * `unexpected_answer` for what is no page, and for one that leads to itself, of which there would be no end.
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

/** What `page[after]` of a link says; `undefined` for what is no link. */
function cursorOf(link: string | null | undefined): string | null | undefined {
  if (link === null) return null
  try {
    return new URL(link ?? '').searchParams.get('page[after]')
  } catch {
    return undefined
  }
}
