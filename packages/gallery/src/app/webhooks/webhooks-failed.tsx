import type { JSX } from 'preact'
import { Button } from '../widgets/button.tsx'
import { t } from '../words/words.ts'
import { readWebhooks, webhooksProblem } from './webhooks.ts'

/** Says why the webhooks are not known. */
export function WebhooksFailed(): JSX.Element {
  return (
    <div class="notice notice-bad" role="alert">
      <p>{webhooksProblem.value}</p>
      <Button onClick={() => void readWebhooks()}>{t('common.retry')}</Button>
    </div>
  )
}
