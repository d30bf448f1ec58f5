import { type ReadonlySignal, signal } from '@preact/signals'
import type { Webhook } from '@stowage/client'
import { client, session } from '../session/session.ts'
import { reasonOf } from '../toasts/explain.ts'

/** A tenant has fewer. */
const MOST = 100

const current = signal<readonly Webhook[] | null>(null)
const failure = signal<string | null>(null)

/** All webhooks, the oldest first; `null` until they are known. */
export const webhooks: ReadonlySignal<readonly Webhook[] | null> = current
/** Why they are not known. */
export const webhooksProblem: ReadonlySignal<string | null> = failure

export async function readWebhooks(): Promise<void> {
  try {
    const { data } = await client().webhooks.list({ 'page[size]': MOST })
    current.value = data
    failure.value = null
  } catch (error) {
    failure.value = reasonOf(error)
  }
}

/** Shows the new state of a webhook in its place. */
export function putWebhook(webhook: Webhook): void {
  const { value } = current
  if (value === null) return
  current.value = value.map((each) => (each.id === webhook.id ? webhook : each))
}

// The next person must not see what this person saw.
session.subscribe(({ status }) => {
  if (status === 'signed-out') current.value = null
})
