import { isUuid, normalizeUuid } from '../../http/urls/uuid.ts'
import { badHeader } from './bad-header.ts'

const NAME = 'Upload-Concat'
const FINAL = /^final;/i
/** The most partial uploads that one final upload joins. */
export const MAX_CONCAT = 100

/** What `Upload-Concat` of tus says. */
export type Concat =
  | { readonly kind: 'partial' }
  | {
      readonly kind: 'final'
      /** Ids, in order. */
      readonly partials: readonly string[]
      /** What each URL begins with, up to its id; `null`: they differ. */
      readonly prefix: string | null
    }

/**
 * Reads `partial`, or `final;` and the URLs of partial uploads with spaces between them. `undefined` without the header.
 * Throws 400 `invalid_parameter`.
 */
export function concatOf(header: string | undefined): Concat | undefined {
  if (header === undefined) return undefined
  if (header === 'partial') return { kind: 'partial' }
  if (!FINAL.test(header)) {
    throw badHeader(NAME, 'Send `partial`, or `final;` and the URLs of partial uploads.')
  }
  const urls = header
    .slice('final;'.length)
    .split(' ')
    .filter((url) => url !== '')
  if (urls.length === 0 || urls.length > MAX_CONCAT) {
    throw badHeader(NAME, `Name 1 to ${MAX_CONCAT} partial uploads by their URLs.`)
  }
  const targets = urls.map(targetOf)
  const [{ prefix } = { prefix: '' }] = targets
  const isSame = targets.every((target) => target.prefix === prefix && target.isExact)
  return {
    kind: 'final',
    partials: targets.map(({ id }) => id),
    prefix: isSame ? prefix : null,
  }
}

/** The value for an answer: as it was received where all URLs began alike, else with URLs of `root`. */
export function concatText(
  partials: readonly string[],
  prefix: string | null,
  root: string,
): string {
  return `final;${partials.map((id) => (prefix ?? `${root}/uploads/`) + id).join(' ')}`
}

function targetOf(url: string): {
  readonly id: string
  readonly prefix: string
  readonly isExact: boolean
} {
  const at = url.lastIndexOf('/') + 1
  const [segment = '', ...others] = url.slice(at).split(/[?#]/)
  if (others.length > 0 || !url.slice(0, at).endsWith('/uploads/') || !isUuid(segment)) {
    throw badHeader(NAME, 'Name each partial upload by its URL, as its `Location` said.')
  }
  const id = normalizeUuid(segment)
  return { id, prefix: url.slice(0, at), isExact: id === segment }
}
