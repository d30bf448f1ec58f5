import type { Webhook, WebhookDelivery } from '@stowage/client'
import type { JSX } from 'preact'
import { t } from '../words/words.ts'

type State = Webhook['attributes']['state'] | WebhookDelivery['attributes']['state']

const KINDS: Readonly<Record<State, 'good' | 'bad' | 'quiet'>> = {
  enabled: 'good',
  disabled: 'quiet',
  paused: 'bad',
  gone: 'bad',
  waiting: 'quiet',
  done: 'good',
  dead: 'bad',
}

/** The state of a webhook or of a delivery, as a word. */
export function StateChip({ state }: { state: State }): JSX.Element {
  return <span class={`tag-chip state-${KINDS[state]}`}>{t(`webhooks.${state}`)}</span>
}
