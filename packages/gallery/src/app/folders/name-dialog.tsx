import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { reasonOf } from '../toasts/explain.ts'
import { Button } from '../widgets/button.tsx'
import { Dialog } from '../widgets/dialog.tsx'
import type { DialogName } from '../widgets/dialog-names.ts'
import { TextInput } from '../widgets/text-input.tsx'
import { t } from '../words/words.ts'

/** Asks for the name of a folder. When `send` rejects, the person can change the name. */
export function NameDialog(props: {
  readonly name: DialogName
  readonly title: string
  /** Its current name. */
  readonly before: string
  readonly action: string
  readonly send: (name: string) => Promise<void>
  readonly onClose: () => void
}): JSX.Element {
  const { name, title, before, action, send, onClose } = props
  const typed = useSignal(before)
  const problem = useSignal<string | null>(null)
  const isSending = useSignal(false)
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (isSending.value) return
    isSending.value = true
    try {
      await send(typed.value.trim())
    } catch (error) {
      problem.value = reasonOf(error)
    } finally {
      isSending.value = false
    }
  }
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
            form="folder-name"
            disabled={typed.value.trim() === ''}
          >
            {action}
          </Button>
        </>
      }
    >
      <form id="folder-name" onSubmit={submit}>
        <TextInput
          field="folder-name"
          aria-label={t('folders.name')}
          placeholder={t('folders.name')}
          maxLength={255}
          value={typed.value}
          onType={(text) => {
            typed.value = text
          }}
        />
      </form>
      <p class="problem" role="alert">
        {problem}
      </p>
    </Dialog>
  )
}
