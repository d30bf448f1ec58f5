import type { Route } from '../requests/route.ts'
import { AFTER_EVENT_PARAMETER, EVENT_TYPES_PARAMETER } from './event-schemas.ts'
import { readEvents } from './read-events.ts'

/** The routes of the change feed. Only services whose store keeps one have them. */
export const EVENT_ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/events',
    permission: 'read',
    streams: true,
    needs: 'events',
    query: ['page[size]', 'page[after]', 'filter[type]', 'filter[asset_id]', 'with_meta'],
    parameters: { 'filter[type]': EVENT_TYPES_PARAMETER, 'page[after]': AFTER_EVENT_PARAMETER },
    operation: {
      id: 'listEvents',
      summary: 'Get what happened',
      description:
        'In the order of the commits, from the oldest event that is kept, or after the one whose id is `page[after]`. ' +
        'Pass `meta.cursor` as the next `page[after]`: a walk has every event exactly once. With ' +
        '`Accept: text/event-stream` the answer goes on as events happen, one message each, from now on, or after ' +
        '`Last-Event-ID` or `page[after]`; it ends after 15 minutes at the latest.',
      headers: ['Last-Event-ID'],
      success: { status: 200, description: 'One page of events.', content: 'EventList' },
      errors: ['cursor_expired', 'too_many_requests'],
    },
    handle: readEvents,
  },
]
