import { toast } from '../toasts/toasts.ts'
import { t } from '../words/words.ts'
import { change } from './change.ts'
import type { GiveBack } from './give-back.ts'
import { noteUndo } from './undo.ts'

/**
 * Says what was done, and offers to undo it where it is known how. `title`: of the progress; `folders`: those that hold
 * other files afterwards.
 */
export function sayDone(
  text: string,
  back: GiveBack | null,
  { title, folders }: { title: string; folders: ReadonlySet<string> | null },
): void {
  if (back === null) {
    toast(text)
    return
  }
  const undo = async (): Promise<void> => {
    const undone = await change(back.of, title, back.send, folders)
    if (undone !== null) toast(t('actions.undone'))
  }
  const action = { label: t('common.undo'), run: () => void undo() }
  noteUndo(back.of, toast(text, { action }))
}
