import type { Webhook } from '@stowage/client'
import type { JSX } from 'preact'
import { linkTo } from '../place/link.ts'
import { Time } from '../words/time.tsx'
import { t } from '../words/words.ts'
import { StateChip } from './state.tsx'

/** One webhook of the list, which leads to its deliveries. */
export function WebhookRow({ webhook: { id, attributes } }: { webhook: Webhook }): JSX.Element {
  const { url, types, state, created_at } = attributes
  return (
    <tr>
      <th scope="row">
        <a class="webhook-url" {...linkTo({ webhook: id })}>
          {url}
        </a>
        <span class="quiet">
          <Time at={created_at} />
        </span>
      </th>
      <td data-label={t('webhooks.events')}>{eventsText(types)}</td>
      <td data-label={t('webhooks.state')}>
        <StateChip state={state} />
        <Failures attributes={attributes} />
      </td>
    </tr>
  )
}

/** Since when a webhook fails. */
export function Failures({
  attributes: { failures, failing_since },
}: Pick<Webhook, 'attributes'>): JSX.Element | null {
  if (failures === 0 || failing_since === null) return null
  return (
    <span class="webhook-failures">
      {t('webhooks.failures', { count: failures })} · <Time at={failing_since} />
    </span>
  )
}

export function eventsText(types: readonly string[] | null): string {
  if (types === null) return t('webhooks.allEvents')
  return types.length > 2 ? t('webhooks.someEvents', { count: types.length }) : types.join(', ')
}
