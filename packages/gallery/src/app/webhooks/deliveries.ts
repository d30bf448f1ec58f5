import { type ReadonlySignal, signal } from '@preact/signals'
import type { ListWebhookDeliveriesQuery, WebhookDelivery } from '@stowage/client'
import { client, session } from '../session/session.ts'
import { reasonOf } from '../toasts/explain.ts'

/** A state, or all. */
export type StateFilter = NonNullable<ListWebhookDeliveriesQuery['filter[state]']> | 'all'

/** Which deliveries are shown. */
export interface Wanted {
  readonly webhook: string
  readonly state: StateFilter
}

interface Shown extends Wanted {
  readonly deliveries: readonly WebhookDelivery[]
  /** Where more follow; `null`: none do. */
  readonly next: string | null
}

const PAGE_SIZE = 50
/** What the service gives at a time. */
const MOST = 1000

const current = signal<Shown | null>(null)
const failure = signal<string | null>(null)
/** The newest request: answers to older ones are of something else. */
let asked = 0

/** `null` until they are known. */
export const shownDeliveries: ReadonlySignal<Shown | null> = current
/** Why they are not known. */
export const deliveriesProblem: ReadonlySignal<string | null> = failure

/** Reads as many as are shown, from the newest. What is shown of something else goes at once. */
export async function readDeliveries(wanted: Wanted): Promise<void> {
  const before = current.peek()
  const isSame = before?.webhook === wanted.webhook && before.state === wanted.state
  if (!isSame) current.value = null
  const size = isSame ? Math.min(Math.max(before.deliveries.length, PAGE_SIZE), MOST) : PAGE_SIZE
  await read(wanted, [], { 'page[size]': size })
}

/** Reads those that follow. */
export async function readMore({ next, deliveries, ...wanted }: Shown): Promise<void> {
  if (next === null) return
  await read(wanted, deliveries, { 'page[size]': PAGE_SIZE, 'page[after]': next })
}

async function read(
  wanted: Wanted,
  before: readonly WebhookDelivery[],
  page: ListWebhookDeliveriesQuery,
): Promise<void> {
  asked += 1
  const own = asked
  const { webhook, state } = wanted
  const query = { ...page, ...(state !== 'all' && { 'filter[state]': state }) }
  try {
    const { data, links } = await client().webhooks.deliveries(webhook, query)
    if (own !== asked) return
    current.value = { ...wanted, deliveries: [...before, ...data], next: cursorOf(links.next) }
    failure.value = null
  } catch (error) {
    if (own === asked) failure.value = reasonOf(error)
  }
}

/** Shows the new state of a delivery in its place. */
export function putDelivery(delivery: WebhookDelivery): void {
  const shown = current.peek()
  if (shown === null) return
  const deliveries = shown.deliveries.map((each) => (each.id === delivery.id ? delivery : each))
  current.value = { ...shown, deliveries }
}

function cursorOf(link: string | null): string | null {
  return link === null ? null : new URL(link).searchParams.get('page[after]')
}

// The next person must not see what this person saw.
session.subscribe(({ status }) => {
  if (status === 'signed-out') current.value = null
})
