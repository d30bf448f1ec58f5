import { type AssetFilter, isStowageError } from '@stowage/core'
import { microsOfText } from '@stowage/core/internal'
import type { WebhookChangesGiven } from '@stowage/core/types'
import { attributesIn, type JsonObject, objectAt } from '../documents/json-members.ts'
import { type ApiError, apiError } from '../errors/api-error.ts'
import { invalidMember } from '../errors/invalid-member.ts'
import { filterOfDocument } from '../finding/filter-document.ts'
import { isUuid, normalizeUuid } from '../http/urls/uuid.ts'
import { DELIVERABLE_TYPES } from './webhook-schemas.ts'

const ATTRIBUTES = '/data/attributes'
const MUST = {
  url: '`url` is a URL of at most 2048 characters, such as `https://example.com/hooks/media`.',
  types: `\`types\` is a list of one or more of ${DELIVERABLE_TYPES.map((one) => `\`${one}\``).join(', ')}; or null for all.`,
  filter: '`filter` has at most 16384 characters as JSON. Narrow it by fewer values.',
  enabled: '`enabled` is true or false.',
  since:
    '`since` is the id of an event, or a moment: a day such as `2026-01-31`, or a time such as `2026-01-31T09:05:00Z`.',
} as const

/**
 * Reads the settings in `{ data: { type: 'webhooks', attributes } }`. Throws 422 with the pointer of what is wrong, 409
 * `resource_mismatch` for another type. The store checks all but the filter: `explainWebhook` says what it found.
 */
export function parseSettings(body: JsonObject): WebhookChangesGiven {
  const { url, types, filter, enabled } = attributesIn(body, 'webhooks')
  if (typeof url === 'string' && !isWebUrl(url)) throw urlRefused('invalid')
  const given = { url, types, enabled }
  if (filter === undefined) return given as WebhookChangesGiven
  return Object.assign(given as WebhookChangesGiven, { filter: parseFilter(filter) })
}

/** The same for a new webhook, which needs a URL. */
export function parseNewWebhook(body: JsonObject): WebhookChangesGiven & { readonly url: string } {
  const { url, ...others } = parseSettings(body)
  if (url === undefined) throw wrong('url')
  return { url, ...others }
}

/** Reads `{ data: { type: 'webhook-replays', attributes: { since } } }`. Throws as `parseSettings`. */
export function parseReplay(body: JsonObject): string | Date {
  const { since } = attributesIn(body, 'webhook-replays')
  if (typeof since !== 'string') throw wrong('since')
  if (isUuid(since)) return normalizeUuid(since)
  const millis = Math.floor(microsOfText(since) / 1000)
  if (!Number.isFinite(millis)) throw wrong('since')
  return new Date(millis)
}

/** Turns an error of `webhooks.create` and `webhooks.update` into one for the client. */
export function explainWebhook(error: unknown): unknown {
  if (isStowageError(error, 'url_refused')) {
    return urlRefused(error.context.reason)
  }
  if (!isStowageError(error, 'invalid_argument')) return error
  // `types[3]`
  const [member = ''] = /^\w+/.exec(error.context.argument) ?? []
  return isMember(member) ? wrong(member) : error
}

function parseFilter(filter: unknown): AssetFilter | null {
  if (filter === null) return null
  return filterOfDocument(objectAt(filter, `${ATTRIBUTES}/filter`), `${ATTRIBUTES}/filter`)
}

function urlRefused(reason: unknown): ApiError {
  return apiError(
    'url_refused',
    'Nothing is sent to this URL. Send one of https, without user name, of a host that is public.',
    { source: { pointer: `${ATTRIBUTES}/url` }, meta: { reason } },
  )
}

/** The sender decides whether something may be sent there. */
function isWebUrl(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url)
}

function isMember(name: string): name is keyof typeof MUST {
  return Object.hasOwn(MUST, name)
}

function wrong(name: keyof typeof MUST) {
  return invalidMember(`${ATTRIBUTES}/${name}`, MUST[name])
}
