import { invalidArgument } from '../../errors/invalid-argument.ts'
import { createSecretBox, type SecretBox } from '../../webhooks/webhook-secret.ts'
import type { WebhookSender } from '../../webhooks/webhook-sender.ts'
import type { AssetStoreOptions } from './asset-store-options.ts'

/** What sends webhooks, and keeps their secrets; `null`: no webhooks are sent. `invalid_argument` without `signing`. */
export function webhooksOf({
  webhooks: sender,
  signing,
  events,
}: Pick<AssetStoreOptions, 'webhooks' | 'signing' | 'events'>): {
  readonly sender: WebhookSender
  readonly box: SecretBox
} | null {
  if (sender === undefined) return null
  if (events === false) {
    throw invalidArgument('events', 'webhooks needs events: leave `events: false` out.')
  }
  if (signing !== undefined) return { sender, box: createSecretBox(signing.secrets) }
  throw invalidArgument(
    'signing',
    'webhooks needs signing: its secrets encrypt those of the webhooks. Set signing: { secrets: [process.env.SIGNING_SECRET] }.',
  )
}
