import type { StoreEventType } from '@stowage/core'
import { DEFAULT_PER_PAGE, MAX_PER_PAGE, STORE_EVENT_TYPES } from '@stowage/core/internal'
import type { EventsSinceOptions } from '@stowage/core/types'
import { apiError } from '../errors/api-error.ts'
import { invalidParameter } from '../http/query/query.ts'
import { normalizeUuid } from '../http/urls/uuid.ts'
import type { RequestContext } from '../requests/request-context.ts'

/** Which events a request asks for. */
export interface EventRequest {
  readonly filter: Pick<EventsSinceOptions, 'assetId'> & {
    readonly types: readonly StoreEventType[]
  }
  /** The id of the event before them; `undefined`: none was given. */
  readonly after: string | undefined
  readonly limit: number
}

/** What nobody sees who may not manage keys: keys, tickets. `tenant.erased` is told to nobody. */
const MANAGED = /^(?:key|ticket)\./
const TOLD = STORE_EVENT_TYPES.filter((type) => type !== 'tenant.erased')
const UNMANAGED = TOLD.filter((type) => !MANAGED.test(type))

const WHOLE_NUMBER = /^\d{1,4}$/
const EVENT_ID = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

/** Reads the query. Throws 400 `invalid_parameter`; 403 for types that the caller may not see. */
export function eventRequestOf({ query, principal }: RequestContext): EventRequest {
  const given = (name: Parameters<typeof query.given.get>[0]) => query.given.get(name)
  const isManager = principal?.permissions.includes('manage') === true
  const seen = isManager ? TOLD : UNMANAGED
  const types = given('filter[type]')
  const assetId = given('filter[asset_id]')
  const after = given('page[after]')
  return {
    filter: {
      types: types === undefined ? seen : typesOf(types, seen),
      ...(assetId !== undefined && { assetId: normalizeUuid(assetId) }),
    },
    after: after === undefined ? undefined : eventIdOf(after, { parameter: 'page[after]' }),
    limit: limitOf(given('page[size]')),
  }
}

/** The same id in its usual form; 400 for anything else. */
export function eventIdOf(
  text: string,
  source: { readonly parameter: string } | { readonly header: string },
): string {
  const id = normalizeUuid(text.trim())
  if (EVENT_ID.test(id)) return id
  throw apiError('invalid_parameter', 'It must be the id of an event.', { source })
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
