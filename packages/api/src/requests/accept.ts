import Negotiator from 'negotiator'
import { problem } from '../problems/problem.ts'

/** The media type of every JSON body that the API sends. */
export const JSON_API = 'application/vnd.api+json'

/** What a client must be ready to take: plain JSON will do, since its readers can read ours. */
const TAKEN = [JSON_API, 'application/json']
const USUAL: ReadonlySet<string> = new Set([...TAKEN, '*/*', 'application/*'])

/** Throws 406 `not_acceptable` when `Accept` (RFC 9110 §12.5.1) rules out JSON:API and plain JSON. */
export function assertAcceptsJson(accept: string | undefined): void {
  // Spares nearly every request the parsing.
  if (accept === undefined || USUAL.has(accept)) return
  if (new Negotiator({ headers: { accept } }).mediaTypes(TAKEN).length > 0) return
  throw problem(
    'not_acceptable',
    `Answers are ${JSON_API}: accept that, application/json or */*.`,
    {
      source: { header: 'Accept' },
    },
  )
}
