import type { WebhookDelivery } from '@stowage/client'
import type { JSX } from 'preact'
import { linkTo } from '../place/link.ts'
import { placeFor } from '../place/place.ts'
import { IconButton } from '../widgets/button.tsx'
import { Time } from '../words/time.tsx'
import { t } from '../words/words.ts'
import { Answer } from './answer.tsx'
import { StateChip } from './state.tsx'

/** One delivery with its answer, and a button that sends it again. */
export function DeliveryRow(props: {
  readonly delivery: WebhookDelivery
  /** Whether it is sent when its time comes. */
  readonly isOn: boolean
  readonly onRetry: () => void
}): JSX.Element {
  const { delivery, isOn, onRetry } = props
  const { event_type: type, asset_id, state, attempts, next_at, created_at } = delivery.attributes
  return (
    <tr>
      <th scope="row">
        <code>{type}</code>
        <span class="quiet">
          <Time at={created_at} />
          {asset_id !== null && (
            <>
              {' · '}
              <a {...linkTo(placeFor({ asset: asset_id }))}>{t('webhooks.file')}</a>
            </>
          )}
        </span>
      </th>
      <td data-label={t('webhooks.state')}>
        <StateChip state={state} />
        {isOn && next_at !== null && (
          <span class="quiet">
            {t('webhooks.next')} <Time at={next_at} />
          </span>
        )}
      </td>
      <td data-label={t('webhooks.attempts')}>{attempts}</td>
      <td data-label={t('webhooks.answer')}>
        <LastAnswer delivery={delivery} />
      </td>
      <td class="data-actions">
        <IconButton icon="restore" label={t('webhooks.retry', { type })} onClick={onRetry} />
      </td>
    </tr>
  )
}

function LastAnswer({ delivery: { attributes } }: { delivery: WebhookDelivery }): JSX.Element {
  const { status, answer, attempted_at } = attributes
  if (attempted_at === null) return <span class="quiet">{t('webhooks.notTried')}</span>
  const said = status === null ? t('webhooks.noAnswer') : String(status)
  if (answer === null || answer === '') return <>{said}</>
  return (
    <details class="webhook-answer">
      <summary>{said}</summary>
      <Answer answer={answer} />
    </details>
  )
}
