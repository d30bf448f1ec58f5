import type { Webhook, WebhookDelivery } from '@stowage/client'
import { goTo } from '../place/place.ts'
import { client } from '../session/session.ts'
import { explain } from '../toasts/explain.ts'
import { toast } from '../toasts/toasts.ts'
import { confirm } from '../widgets/confirm.tsx'
import { t } from '../words/words.ts'
import { putDelivery } from './deliveries.ts'
import { showSecret } from './secret.tsx'
import { putWebhook, readWebhooks } from './webhooks.ts'

/** Switches a webhook on or off. On again, it goes on where it stopped. */
export async function setEnabled({ id }: Webhook, enabled: boolean): Promise<void> {
  try {
    putWebhook(await client().webhooks.update(id, { enabled }))
    toast(enabled ? t('webhooks.turnedOn') : t('webhooks.turnedOff'))
  } catch (error) {
    explain(error)
  }
}

/** Gives a webhook a new secret, after a question. */
export async function rotateSecret({ id }: Webhook): Promise<void> {
  const meant = await confirm({
    name: 'rotate-webhook',
    title: t('webhooks.rotateQuestion'),
    text: t('webhooks.rotateText'),
    action: t('webhooks.rotate'),
  })
  if (!meant) return
  try {
    const { attributes } = await client().webhooks.rotate(id)
    showSecret(t('webhooks.rotated'), attributes.secret)
  } catch (error) {
    explain(error)
  }
}

/** Deletes a webhook, after a question. */
export async function deleteWebhook({ id, attributes }: Webhook): Promise<void> {
  const meant = await confirm({
    name: 'delete-webhook',
    title: t('webhooks.deleteQuestion'),
    text: t('webhooks.deleteText', { url: attributes.url }),
    action: t('common.delete'),
    danger: true,
  })
  if (!meant) return
  try {
    await client().webhooks.delete(id)
    toast(t('webhooks.deleted'))
    goTo({ webhook: null }, { replace: true })
  } catch (error) {
    explain(error)
  }
  await readWebhooks()
}

/** Sends a delivery again, with all its attempts. */
export async function retryDelivery(webhook: string, { id }: WebhookDelivery): Promise<void> {
  try {
    putDelivery(await client().webhooks.retry(webhook, id))
    toast(t('webhooks.retried'))
  } catch (error) {
    explain(error)
  }
}
