import { useSignal } from '@preact/signals'
import type { Webhook } from '@stowage/client'
import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import { isDay } from '../place/filters.ts'
import { client } from '../session/session.ts'
import { reasonOf } from '../toasts/explain.ts'
import { toast } from '../toasts/toasts.ts'
import { Button } from '../widgets/button.tsx'
import { Dialog } from '../widgets/dialog.tsx'
import { openDialog } from '../widgets/dialogs.tsx'
import { TextInput } from '../widgets/text-input.tsx'
import { t } from '../words/words.ts'
import { putWebhook } from './webhooks.ts'

const HOUR = 3_600_000

/** Hours before now. */
const SPANS = { lastHour: 1, lastDay: 24, lastWeek: 7 * 24 } as const
type Span = keyof typeof SPANS | 'sinceDay'

/** Asks from when on events are sent again. Resolves to whether they are. */
export async function replayWebhook({ id }: Webhook): Promise<boolean> {
  const replayed = await openDialog<Webhook>(({ close, answer }) => (
    <ReplayForm
      send={async (since) => answer(await client().webhooks.replay(id, since))}
      onClose={close}
    />
  ))
  if (replayed === undefined) return false
  putWebhook(replayed)
  toast(t('webhooks.replayed'))
  return true
}

function ReplayForm({
  send,
  onClose,
}: {
  readonly send: (since: string) => Promise<void>
  readonly onClose: () => void
}): JSX.Element {
  const form = useId()
  const span = useSignal<Span>('lastHour')
  const day = useSignal('')
  const problem = useSignal<string | null>(null)
  const isSending = useSignal(false)
  const since = sinceOf(span.value, day.value)
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (since === null || isSending.value) return
    isSending.value = true
    try {
      await send(since.toISOString())
    } catch (error) {
      problem.value = reasonOf(error)
    } finally {
      isSending.value = false
    }
  }
  return (
    <Dialog
      name="replay-webhook"
      title={t('webhooks.replay')}
      text={t('webhooks.replayText')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            kind="primary"
            type="submit"
            form={form}
            disabled={since === null || isSending.value}
          >
            {t('webhooks.sendAgain')}
          </Button>
        </>
      }
    >
      <form id={form} class="webhook-form" onSubmit={submit}>
        <label class="field-label" for={`${form}-span`}>
          {t('webhooks.since')}
        </label>
        <select
          id={`${form}-span`}
          class="field"
          value={span.value}
          onChange={({ currentTarget }) => (span.value = currentTarget.value as Span)}
        >
          {([...Object.keys(SPANS), 'sinceDay'] as Span[]).map((each) => (
            <option key={each} value={each}>
              {t(`webhooks.${each}`)}
            </option>
          ))}
        </select>
        {span.value === 'sinceDay' && (
          <label>
            <span class="field-label">{t('webhooks.day')}</span>
            <TextInput
              field="webhook-since"
              type="date"
              value={day.value}
              onType={(text) => (day.value = text)}
            />
          </label>
        )}
        <p class="problem" role="alert">
          {problem}
        </p>
      </form>
    </Dialog>
  )
}

/** `null` while no day is chosen. A day begins at midnight of the person's own clock. */
function sinceOf(span: Span, day: string): Date | null {
  if (span !== 'sinceDay') return new Date(Date.now() - SPANS[span] * HOUR)
  return isDay(day) ? new Date(`${day}T00:00`) : null
}
