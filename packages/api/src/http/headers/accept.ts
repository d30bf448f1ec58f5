import { parseParameterized } from '@stowage/core/internal'
import { apiError } from '../../errors/api-error.ts'

/** The media type of every JSON body that the API sends. */
export const JSON_API = 'application/vnd.api+json'

const USUAL: ReadonlySet<string> = new Set([JSON_API, 'application/json', '*/*', 'application/*'])
/** The text between commas, except for commas in quotes. */
const MEMBERS = /(?:[^,"]|"[^"]*(?:"|$))+/g
const ZERO = /^0(?:\.0*)?$/

/**
 * Throws 406 `not_acceptable` when `Accept` (RFC 9110 §12.5.1) rules JSON:API out. Plain JSON will do, because its
 * readers can read ours. Only the parameter `q` counts; what cannot be read rules nothing out.
 */
export function assertAcceptsJson(accept: string | undefined): void {
  // Spares nearly every request the parsing.
  if (accept === undefined || USUAL.has(accept)) return
  const ranges = rangesOf(accept)
  const isAccepted =
    ranges.size === 0 ||
    (ranges.get(JSON_API) ??
      (ranges.get('application/json') || (ranges.get('application/*') ?? ranges.get('*/*'))))
  if (isAccepted) return
  throw apiError(
    'not_acceptable',
    `Answers are ${JSON_API}: accept that, application/json or */*.`,
    {
      source: { header: 'Accept' },
    },
  )
}

const EVENT_STREAM = 'text/event-stream'

/** Whether `Accept` names a stream of events, which no range of several types does. */
export function wantsEventStream(accept: string | undefined): boolean {
  return accept?.includes(EVENT_STREAM) === true && rangesOf(accept).get(EVENT_STREAM) === true
}

/** Each media range, and whether it is wanted (`true`) or ruled out by `q=0`. */
function rangesOf(accept: string): ReadonlyMap<string, boolean> {
  const ranges = new Map<string, boolean>()
  for (const member of accept.match(MEMBERS) ?? []) {
    const range = parseParameterized(member)
    if (range === null) continue
    const name = range.value === '*' ? '*/*' : range.value
    const isWanted = !ZERO.test(range.parameters.get('q') ?? '1')
    ranges.set(name, isWanted || ranges.get(name) === true)
  }
  return ranges
}
