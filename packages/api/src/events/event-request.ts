import type { StoreEventType } from '@stowage/core'
import { DEFAULT_PER_PAGE, MAX_PER_PAGE, STORE_EVENT_TYPES } from '@stowage/core/internal'
import type { EventsSinceOptions } from '@stowage/core/types'
import { apiError } from '../errors/api-error.ts'
import { invalidParameter } from '../http/query/query.ts'
import { EVENT_ID_PATTERN } from '../http/urls/event-id.ts'
import { isUuid, normalizeUuid } from '../http/urls/uuid.ts'
import type { RequestContext } from '../requests/request-context.ts'

/** Which events a request asks for. */
export interface EventRequest {
  readonly filter: Pick<EventsSinceOptions, 'assetId'> & {
    readonly types: readonly StoreEventType[]
  }
  /** The id of the event before them; `undefined`: none was given. */
  readonly after: string | undefined
  /** `Last-Event-ID`, which goes before `after`; `undefined`: none was given. */
  readonly last: string | undefined
  readonly limit: number
}

/** What nobody sees who may not manage keys: keys, tickets. `tenant.erased` is told to nobody. */
const MANAGED = /^(?:key|ticket)\./
const TOLD = STORE_EVENT_TYPES.filter((type) => type !== 'tenant.erased')
const UNMANAGED = TOLD.filter((type) => !MANAGED.test(type))

const WHOLE_NUMBER = /^\d{1,4}$/
const LAST_EVENT_ID = { header: 'Last-Event-ID' } as const
const EVENT_ID = new RegExp(EVENT_ID_PATTERN)

/** Reads the query. Throws 400 `invalid_parameter`; 403 for types that the caller may not see. */
export function eventRequestOf({ query, principal, request }: RequestContext): EventRequest {
  const given = (name: Parameters<typeof query.given.get>[0]) => query.given.get(name)
  const isManager = principal?.permissions.includes('manage') === true
  const seen = isManager ? TOLD : UNMANAGED
  const types = given('filter[type]')
  const assetId = given('filter[asset_id]')
  const after = given('page[after]')
  const last = request.headers['last-event-id']
  return {
    filter: {
      types: types === undefined ? seen : typesOf(types, seen),
      ...(assetId !== undefined && { assetId: assetIdOf(assetId) }),
    },
    after: after === undefined ? undefined : eventIdOf(after, { parameter: 'page[after]' }),
    last: last === undefined || last === '' ? undefined : eventIdOf(last, LAST_EVENT_ID),
    limit: limitOf(given('page[size]')),
  }
}

/** The same id in its usual form; 400 for anything else. */
function eventIdOf(
  text: string,
  source: { readonly parameter: string } | { readonly header: string },
): string {
  if (EVENT_ID.test(text)) return normalizeUuid(text)
  throw apiError('invalid_parameter', 'It must be the id of an event.', { source })
}

function assetIdOf(text: string): string {
  if (isUuid(text)) return normalizeUuid(text)
  throw invalidParameter('filter[asset_id]', 'It must be the id of an asset.')
}

function typesOf(text: string, seen: readonly StoreEventType[]): readonly StoreEventType[] {
  return text.split(',').map((name) => {
    const type = TOLD.find((each) => each === name)
    if (type === undefined) {
      throw invalidParameter(
        'filter[type]',
        `It can be ${TOLD.join(', ')}, or several with commas.`,
      )
    }
    if (seen.includes(type)) return type
    throw apiError('forbidden', 'This needs a key with the permission `manage`.')
  })
}

function limitOf(text: string | undefined): number {
  if (text === undefined) return DEFAULT_PER_PAGE
  const value = WHOLE_NUMBER.test(text) ? Number(text) : 0
  if (value >= 1 && value <= MAX_PER_PAGE) return value
  throw invalidParameter('page[size]', `It must be a whole number from 1 to ${MAX_PER_PAGE}.`)
}
