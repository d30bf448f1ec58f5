import { isStowageError } from '@stowage/core'
import type { Webhook, WebhookDelivery, Webhooks } from '@stowage/core/types'
import type { Run } from '../../command/run.ts'
import { usageError } from '../../exit/cli-error.ts'
import { knownSigningOf, SECRET_VARIABLE } from '../../serve/signing-secret.ts'
import { loadPackage } from '../../target/optional-package.ts'

/** Whom this command may call. The app has rules of its own for what it sends. */
export interface RuleOptions {
  readonly allowHttp?: boolean
  readonly network?: string[]
  readonly ports?: number[]
}

/** Opens the store with `@stowage/webhooks`. */
export async function openWebhooks(
  run: Run,
  access: 'read' | 'change',
  { allowHttp = false, network, ports }: RuleOptions = {},
): Promise<Webhooks> {
  const location = run.localLocation()
  const { webhooks } = await loadPackage(
    '@stowage/webhooks',
    `stowage ${run.verb}`,
    () => import('@stowage/webhooks'),
  )
  const signing = await knownSigningOf(location, run.io.env[SECRET_VARIABLE])
  const sender = () =>
    webhooks({
      allowHttp,
      ...(network !== undefined && { allowedNetworks: network }),
      ...(ports !== undefined && { ports }),
    })
  try {
    const { store } = await run.openStore(access, { signing, webhooks: sender() })
    return store.webhooks
  } catch (error) {
    if (!isStowageError(error, 'invalid_argument')) throw error
    throw usageError(error.message)
  }
}

/** All pages of a list. */
export async function* pagesOf<Page extends { readonly next: string | null }>(
  page: (after: string | null) => Promise<Page>,
): AsyncGenerator<Page> {
  for (let after: string | null = null; ; ) {
    const found: Page = await page(after)
    yield found
    if (found.next === null) return
    after = found.next
  }
}

/** A webhook by the names of the HTTP API. */
export function itemOfWebhook(webhook: Webhook): object {
  const { id, url, types, filter, state, failures, failingSince, createdAt, updatedAt } = webhook
  return {
    id,
    url,
    types,
    filter,
    state,
    failures,
    failing_since: failingSince,
    created_at: createdAt,
    updated_at: updatedAt,
  }
}

/** A delivery by the names of the HTTP API. */
export function itemOfDelivery(delivery: WebhookDelivery): object {
  const { id, eventId, type, assetId, state, attempts, nextAt, attemptedAt } = delivery
  const { status, answer, createdAt } = delivery
  return {
    id,
    event_id: eventId,
    type,
    asset_id: assetId,
    state,
    attempts,
    next_at: nextAt,
    attempted_at: attemptedAt,
    status,
    answer,
    created_at: createdAt,
  }
}
