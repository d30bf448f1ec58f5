import { mustBe } from '../arguments/must-be.ts'
import { requireText } from '../arguments/require-text.ts'
import { requireWord } from '../arguments/require-word.ts'
import { STORE_EVENT_TYPES } from '../audit/audit-details.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import type { StoreEventType } from '../events/store-events.ts'
import type { AssetFilter } from '../filters/asset-filters.ts'
import { requireFilter } from '../filters/checked-filter.ts'
import type { WebhookRecord } from './webhook.ts'
import type { WebhookSender } from './webhook-sender.ts'
import type { WebhookChangesGiven } from './webhooks.ts'

/** The longest URL of a webhook, in characters. */
const MAX_URL = 2048
/** The longest filter of a webhook, in characters of JSON. */
const MAX_FILTER = 16_384

/** Types that no webhook is told of: those of the whole store. */
const UNTOLD: ReadonlySet<string> = new Set(['tenant.erased'])
const TYPES = STORE_EVENT_TYPES.filter((type) => !UNTOLD.has(type))

/** The given settings, checked, as a record has them. What is not given is left out. */
export function requireSettings(
  { url, types, filter, enabled }: WebhookChangesGiven,
  sender: WebhookSender,
): Partial<Pick<WebhookRecord, 'url' | 'types' | 'filter' | 'state'>> {
  return {
    ...(url !== undefined && { url: requireEndpoint(url, sender) }),
    ...(types !== undefined && { types: requireTypes(types) }),
    ...(filter !== undefined && { filter: requireKeptFilter(filter) }),
    ...(enabled !== undefined && { state: requireEnabled(enabled) ? 'enabled' : 'disabled' }),
  }
}

function requireEndpoint(url: unknown, sender: WebhookSender): string {
  const text = requireText('url', url)
  if (text.length > MAX_URL) {
    throw invalidArgument('url', `url must have at most ${MAX_URL} characters.`)
  }
  sender.assertUrl(text)
  return text
}

function requireTypes(types: unknown): readonly StoreEventType[] | null {
  if (types === null) return null
  if (!Array.isArray(types)) throw mustBe('types', 'a list of types of events, or null', types)
  if (types.length === 0) {
    throw invalidArgument(
      'types',
      'types is empty, so nothing would be sent. Leave it out for all.',
    )
  }
  if (types.length > TYPES.length) throw invalidArgument('types', 'types has a type twice.')
  const known = types.map((type, n) => requireWord(`types[${n}]`, TYPES, type))
  return [...new Set(known)]
}

/** As JSON keeps it. */
function requireKeptFilter(filter: unknown): AssetFilter | null {
  if (filter === null) return null
  requireFilter(filter)
  const json = JSON.stringify(filter)
  if (json.length > MAX_FILTER) {
    throw invalidArgument('filter', `filter must have at most ${MAX_FILTER} characters as JSON.`)
  }
  const kept = JSON.parse(json) as AssetFilter
  requireFilter(kept)
  return Object.keys(kept).length === 0 ? null : kept
}

function requireEnabled(enabled: unknown): boolean {
  if (typeof enabled === 'boolean') return enabled
  throw mustBe('enabled', 'true or false', enabled)
}
