import { useSignal } from '@preact/signals'
import type { NewWebhook, Webhook } from '@stowage/client'
import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import { client } from '../session/session.ts'
import { reasonOf } from '../toasts/explain.ts'
import { toast } from '../toasts/toasts.ts'
import { Button } from '../widgets/button.tsx'
import { Dialog } from '../widgets/dialog.tsx'
import type { DialogName } from '../widgets/dialog-names.ts'
import { openDialog } from '../widgets/dialogs.tsx'
import { TextInput } from '../widgets/text-input.tsx'
import { t } from '../words/words.ts'
import { EVENT_TYPES, type EventType } from './event-types.ts'
import { showSecret } from './secret.tsx'
import { putWebhook, readWebhooks } from './webhooks.ts'

interface Settings {
  readonly url: string
  /** `null`: all. */
  readonly types: EventType[] | null
}

/** Asks for a new webhook. Its secret is shown once. */
export async function createWebhook(): Promise<void> {
  const made = await openDialog<NewWebhook>(({ close, answer }) => (
    <WebhookForm
      name="new-webhook"
      title={t('webhooks.new')}
      action={t('webhooks.create')}
      before={{ url: '', types: null }}
      save={async (settings) => answer(await client().webhooks.create(settings))}
      onClose={close}
    />
  ))
  if (made === undefined) return
  showSecret(t('webhooks.created'), made.attributes.secret)
  await readWebhooks()
}

/** Asks what to change of a webhook. */
export async function editWebhook({ id, attributes }: Webhook): Promise<void> {
  const { url, types } = attributes
  const changed = await openDialog<Webhook>(({ close, answer }) => (
    <WebhookForm
      name="edit-webhook"
      title={t('webhooks.edit')}
      action={t('common.save')}
      before={{ url, types }}
      save={async (settings) => answer(await client().webhooks.update(id, settings))}
      onClose={close}
    />
  ))
  if (changed === undefined) return
  putWebhook(changed)
  toast(t('webhooks.saved'))
}

function WebhookForm(props: {
  readonly name: DialogName
  readonly title: string
  readonly action: string
  readonly before: Settings
  readonly save: (settings: Settings) => Promise<void>
  readonly onClose: () => void
}): JSX.Element {
  const { name, title, action, before, save, onClose } = props
  const form = useId()
  const url = useSignal(before.url)
  const isOfAll = useSignal(before.types === null)
  const chosen = useSignal<ReadonlySet<EventType>>(new Set(before.types))
  const problem = useSignal<string | null>(null)
  const isSaving = useSignal(false)
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (isSaving.value) return
    isSaving.value = true
    try {
      const types = EVENT_TYPES.filter((type) => chosen.value.has(type))
      await save({ url: url.value.trim(), types: isOfAll.value ? null : types })
    } catch (error) {
      problem.value = reasonOf(error)
    } finally {
      isSaving.value = false
    }
  }
  const toggle = (type: EventType): void => {
    const next = new Set(chosen.value)
    if (!next.delete(type)) next.add(type)
    chosen.value = next
  }
  const isIncomplete = url.value.trim() === '' || (!isOfAll.value && chosen.value.size === 0)
  return (
    <Dialog
      name={name}
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            kind="primary"
            type="submit"
            form={form}
            disabled={isIncomplete || isSaving.value}
          >
            {action}
          </Button>
        </>
      }
    >
      <form id={form} class="webhook-form" onSubmit={submit}>
        <label class="field-label" for={`${form}-url`}>
          {t('webhooks.url')}
        </label>
        <TextInput
          id={`${form}-url`}
          field="webhook-url"
          type="text"
          inputMode="url"
          autocomplete="off"
          spellcheck={false}
          maxLength={2048}
          placeholder="https://"
          value={url.value}
          onType={(text) => (url.value = text)}
        />
        <fieldset>
          <legend class="field-label">{t('webhooks.events')}</legend>
          {[true, false].map((all) => (
            <label key={String(all)} class="check">
              <input
                type="radio"
                name={`${form}-events`}
                checked={isOfAll.value === all}
                onChange={() => (isOfAll.value = all)}
              />
              {all ? t('webhooks.allEvents') : t('webhooks.onlyEvents')}
            </label>
          ))}
          {!isOfAll.value && (
            <div class="webhook-types">
              {EVENT_TYPES.map((type) => (
                <label key={type} class="check">
                  <input
                    type="checkbox"
                    checked={chosen.value.has(type)}
                    onChange={() => toggle(type)}
                  />
                  <code>{type}</code>
                </label>
              ))}
            </div>
          )}
        </fieldset>
        <p class="problem" role="alert">
          {problem}
        </p>
      </form>
    </Dialog>
  )
}
