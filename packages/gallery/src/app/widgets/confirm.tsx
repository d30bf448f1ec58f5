import { t } from '../words/words.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { openDialog } from './dialogs.tsx'

/** Asks once. `false` when the person cancels or closes the question. */
export async function confirm(question: {
  readonly title: string
  readonly text?: string
  /** What happens, as the word on the button. */
  readonly action: string
  readonly danger?: boolean
}): Promise<boolean> {
  const { title, text, action, danger = false } = question
  const answer = await openDialog<boolean>((close) => (
    <Dialog
      role="alertdialog"
      title={title}
      text={text}
      onClose={close}
      footer={
        <>
          <Button onClick={() => close(false)}>{t('common.cancel')}</Button>
          <Button kind={danger ? 'danger' : 'primary'} onClick={() => close(true)}>
            {action}
          </Button>
        </>
      }
    />
  ))
  return answer ?? false
}
