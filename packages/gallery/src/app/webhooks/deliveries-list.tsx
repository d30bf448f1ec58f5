import { useSignal } from '@preact/signals'
import type { WebhookDelivery } from '@stowage/client'
import type { JSX } from 'preact'
import { useEffect, useId } from 'preact/hooks'
import { session } from '../session/session.ts'
import { Button, IconButton } from '../widgets/button.tsx'
import { t } from '../words/words.ts'
import {
  deliveriesProblem,
  readDeliveries,
  readMore,
  type StateFilter,
  shownDeliveries,
  type Wanted,
} from './deliveries.ts'
import { DeliveryRow } from './delivery-row.tsx'
import { retryDelivery } from './webhook-actions.ts'
import { readWebhooks } from './webhooks.ts'

const STATES: readonly StateFilter[] = ['all', 'waiting', 'done', 'dead']
/** Milliseconds between two looks at deliveries that are sent now. */
const LOOK_EVERY = 4000
/** Milliseconds before its next attempt from which on a delivery is looked at. */
const SOON = 60_000

/** What was sent to a webhook or waits for it. `isOn`: what waits is sent. */
export function Deliveries({ webhook, isOn }: { webhook: string; isOn: boolean }): JSX.Element {
  const id = useId()
  const state = useSignal<StateFilter>('all')
  const wanted = { webhook, state: state.value }
  const { status } = session.value
  useEffect(() => {
    if (status === 'ready') void readDeliveries({ webhook, state: state.value })
  }, [status, webhook, state.value])
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => {
      if (!document.hidden && isUnderWay()) void readBoth({ webhook, state: state.peek() })
    }, LOOK_EVERY)
    return () => clearInterval(timer)
  }, [webhook, state, isOn])
  return (
    <section aria-labelledby={`${id}-title`}>
      <header class="deliveries-header">
        <h2 id={`${id}-title`}>{t('webhooks.deliveries')}</h2>
        <select
          class="field"
          aria-label={t('webhooks.state')}
          value={state.value}
          onChange={({ currentTarget }) => (state.value = currentTarget.value as StateFilter)}
        >
          {STATES.map((each) => (
            <option key={each} value={each}>
              {t(`webhooks.${each}`)}
            </option>
          ))}
        </select>
        <IconButton
          icon="refresh"
          label={t('webhooks.refresh')}
          onClick={() => void readBoth(wanted)}
        />
      </header>
      <p class="quiet">{t('webhooks.deliveriesAbout')}</p>
      <List wanted={wanted} isOn={isOn} />
    </section>
  )
}

function List({ wanted, isOn }: { wanted: Wanted; isOn: boolean }): JSX.Element {
  const shown = shownDeliveries.value
  if (deliveriesProblem.value !== null) {
    return (
      <div class="notice notice-bad" role="alert">
        <p>{deliveriesProblem.value}</p>
        <Button onClick={() => void readDeliveries(wanted)}>{t('common.retry')}</Button>
      </div>
    )
  }
  if (shown === null || shown.webhook !== wanted.webhook || shown.state !== wanted.state) {
    return <div class="card card-waiting" aria-busy="true" />
  }
  const { deliveries, next } = shown
  if (deliveries.length === 0) return <p class="view-empty">{t('webhooks.noDeliveries')}</p>
  const retry = async (delivery: WebhookDelivery): Promise<void> => {
    await retryDelivery(wanted.webhook, delivery)
    await readBoth(wanted)
  }
  return (
    <>
      <table class="data-table">
        <thead>
          <tr>
            <th scope="col">{t('webhooks.event')}</th>
            <th scope="col">{t('webhooks.state')}</th>
            <th scope="col">{t('webhooks.attempts')}</th>
            <th scope="col">{t('webhooks.answer')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {deliveries.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              isOn={isOn}
              onRetry={() => void retry(delivery)}
            />
          ))}
        </tbody>
      </table>
      {next !== null && (
        <Button class="deliveries-more" onClick={() => void readMore(shown)}>
          {t('webhooks.more')}
        </Button>
      )}
    </>
  )
}

/** Each attempt may change the state of the webhook as well. */
async function readBoth(wanted: Wanted): Promise<void> {
  await Promise.all([readDeliveries(wanted), readWebhooks()])
}

/** Whether a delivery that is shown is sent now, or soon. */
function isUnderWay(): boolean {
  const { deliveries = [] } = shownDeliveries.peek() ?? {}
  return deliveries.some(({ attributes: { state, next_at } }) => {
    if (state !== 'waiting') return false
    return next_at === null || Date.parse(next_at) < Date.now() + SOON
  })
}
