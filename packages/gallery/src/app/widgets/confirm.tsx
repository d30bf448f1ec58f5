import { t } from '../words/words.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import type { DialogName } from './dialog-names.ts'
import { openDialog } from './dialogs.tsx'

/** Asks once. `false` when the person cancels or closes the question. */
export async function confirm(question: {
  readonly name: DialogName
  readonly title: string
  readonly text?: string
  /** What happens, as the text of the button. */
  readonly action: string
  readonly danger?: boolean
}): Promise<boolean> {
  const { name, title, text, action, danger = false } = question
  const answer = await openDialog<true>(({ close, answer }) => (
    <Dialog
      name={name}
      role="alertdialog"
      title={title}
      text={text}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button kind={danger ? 'danger' : 'primary'} onClick={() => answer(true)}>
            {action}
          </Button>
        </>
      }
    />
  ))
  return answer === true
}
