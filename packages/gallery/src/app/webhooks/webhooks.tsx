import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { place } from '../place/place.ts'
import { session } from '../session/session.ts'
import { Button } from '../widgets/button.tsx'
import { Icon } from '../widgets/icon.tsx'
import { t } from '../words/words.ts'
import { OneWebhook } from './one-webhook.tsx'
import { createWebhook } from './webhook-form.tsx'
import { WebhookRow } from './webhook-row.tsx'
import { readWebhooks, webhooks, webhooksProblem } from './webhooks.ts'
import { WebhooksFailed } from './webhooks-failed.tsx'
import './webhooks.css'

/** The webhooks of the tenant, or one of them with its deliveries, for those who may manage them. */
export function WebhooksView(): JSX.Element {
  const { status, webhooks: isAllowed } = session.value
  useEffect(() => {
    if (status === 'ready' && isAllowed) void readWebhooks()
  }, [status, isAllowed])
  const { webhook } = place.value
  if (isAllowed && webhook !== null) return <OneWebhook key={webhook} id={webhook} />
  return (
    <section class="view webhooks" aria-labelledby="webhooks-title">
      <header class="view-header">
        <h1 id="webhooks-title">{t('webhooks.title')}</h1>
        {isAllowed && (
          <Button kind="primary" icon="plus" onClick={() => void createWebhook()}>
            {t('webhooks.new')}
          </Button>
        )}
      </header>
      <p class="quiet">{t('webhooks.about')}</p>
      {isAllowed ? <WebhookList /> : <p class="notice">{t('webhooks.forbidden')}</p>}
    </section>
  )
}

function WebhookList(): JSX.Element {
  const all = webhooks.value
  if (webhooksProblem.value !== null) return <WebhooksFailed />
  if (all === null) return <div class="card card-waiting" aria-busy="true" />
  if (all.length === 0) {
    return (
      <div class="view-empty">
        <Icon name="webhook" size={40} />
        <p>{t('webhooks.none')}</p>
      </div>
    )
  }
  return (
    <table class="data-table">
      <thead>
        <tr>
          <th scope="col">{t('webhooks.url')}</th>
          <th scope="col">{t('webhooks.events')}</th>
          <th scope="col">{t('webhooks.state')}</th>
        </tr>
      </thead>
      <tbody>
        {all.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} />
        ))}
      </tbody>
    </table>
  )
}
