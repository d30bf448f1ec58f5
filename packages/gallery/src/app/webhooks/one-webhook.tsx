import { useSignal } from '@preact/signals'
import type { Webhook, WebhookPing } from '@stowage/client'
import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { linkTo } from '../place/link.ts'
import { client } from '../session/session.ts'
import { explain } from '../toasts/explain.ts'
import { Button } from '../widgets/button.tsx'
import { Icon } from '../widgets/icon.tsx'
import { Menu } from '../widgets/menu.tsx'
import { ScrollText } from '../widgets/scroll-text.tsx'
import { t } from '../words/words.ts'
import { Answer } from './answer.tsx'
import { readDeliveries, shownDeliveries } from './deliveries.ts'
import { Deliveries } from './deliveries-list.tsx'
import { replayWebhook } from './replay.tsx'
import { StateChip } from './state.tsx'
import { deleteWebhook, rotateSecret, setEnabled } from './webhook-actions.ts'
import { editWebhook } from './webhook-form.tsx'
import { eventsText, Failures } from './webhook-row.tsx'
import { webhooks, webhooksProblem } from './webhooks.ts'
import { WebhooksFailed } from './webhooks-failed.tsx'

/** One webhook: its state, what can be done with it, and its deliveries. */
export function OneWebhook({ id }: { id: string }): JSX.Element {
  const all = webhooks.value
  const webhook = all?.find((each) => each.id === id)
  return (
    <section class="view webhooks" aria-labelledby="webhook-title">
      <a class="webhook-back" {...linkTo({ webhook: null })}>
        <Icon name="left" size={16} />
        {t('webhooks.title')}
      </a>
      {webhook !== undefined && <Known webhook={webhook} />}
      {webhook === undefined && webhooksProblem.value !== null && <WebhooksFailed />}
      {all === null && webhooksProblem.value === null && (
        <div class="card card-waiting" aria-busy="true" />
      )}
      {all !== null && webhook === undefined && (
        <h1 id="webhook-title" class="webhook-missing">
          {t('errors.webhookGone')}
        </h1>
      )}
    </section>
  )
}

function Known({ webhook }: { webhook: Webhook }): JSX.Element {
  const { url, types, filter, state } = webhook.attributes
  const title = useRef<HTMLHeadingElement>(null)
  // The link that led here is gone, and with it the focus.
  useEffect(() => title.current?.focus(), [])
  return (
    <>
      <header class="view-header">
        <h1 id="webhook-title" ref={title} tabIndex={-1}>
          {url}
        </h1>
        <Actions webhook={webhook} />
      </header>
      <p class="webhook-state">
        <StateChip state={state} /> {eventsText(types)} <Failures attributes={webhook.attributes} />
      </p>
      {filter !== null && (
        <div class="webhook-filter">
          <p class="quiet">{t('webhooks.filter')}</p>
          <ScrollText label={t('webhooks.filter')} text={JSON.stringify(filter, null, 2)} />
        </div>
      )}
      {state !== 'enabled' && (
        <div class="notice">
          <p>
            {t(`webhooks.${state}Text`)} {t('webhooks.waits')}
          </p>
          <Button onClick={() => void setEnabled(webhook, true)}>{t('webhooks.turnOn')}</Button>
        </div>
      )}
      <Ping webhook={webhook} />
      <Deliveries webhook={webhook.id} isOn={state === 'enabled'} />
    </>
  )
}

function Actions({ webhook }: { webhook: Webhook }): JSX.Element {
  const replay = async (): Promise<void> => {
    const state = shownDeliveries.peek()?.state ?? 'all'
    if (await replayWebhook(webhook)) await readDeliveries({ webhook: webhook.id, state })
  }
  const isOn = webhook.attributes.state === 'enabled'
  return (
    <div class="webhook-actions">
      <Button icon="restore" onClick={() => void replay()}>
        {t('webhooks.replay')}
      </Button>
      <Menu
        label={t('webhooks.menu')}
        items={[
          {
            value: 'edit',
            label: t('webhooks.edit'),
            icon: 'edit',
            onSelect: () => void editWebhook(webhook),
          },
          {
            value: 'rotate',
            label: t('webhooks.rotate'),
            icon: 'key',
            onSelect: () => void rotateSecret(webhook),
          },
          {
            value: 'switch',
            label: isOn ? t('webhooks.turnOff') : t('webhooks.turnOn'),
            icon: 'settings',
            onSelect: () => void setEnabled(webhook, !isOn),
          },
          {
            value: 'delete',
            label: t('webhooks.delete'),
            icon: 'trash',
            danger: true,
            onSelect: () => void deleteWebhook(webhook),
          },
        ]}
      />
    </div>
  )
}

/** Sends one message, and shows what the receiver answers. */
function Ping({ webhook: { id } }: { webhook: Webhook }): JSX.Element {
  const result = useSignal<WebhookPing['attributes'] | null>(null)
  const isSending = useSignal(false)
  const ping = async (): Promise<void> => {
    isSending.value = true
    result.value = null
    try {
      result.value = (await client().webhooks.ping(id)).attributes
    } catch (error) {
      explain(error)
    } finally {
      isSending.value = false
    }
  }
  return (
    <div class="webhook-ping">
      <Button disabled={isSending.value} onClick={() => void ping()}>
        {isSending.value ? t('webhooks.pinging') : t('webhooks.ping')}
      </Button>
      <div role="status">
        {result.value !== null && (
          <>
            <p>{pingText(result.value.status)}</p>
            <Answer answer={result.value.answer} />
          </>
        )}
      </div>
    </div>
  )
}

function pingText(status: number | null): string {
  if (status === null) return t('webhooks.pingFailed')
  const isAccepted = status >= 200 && status < 300
  const said = { status: String(status) }
  return isAccepted ? t('webhooks.pingAccepted', said) : t('webhooks.pingRefused', said)
}
