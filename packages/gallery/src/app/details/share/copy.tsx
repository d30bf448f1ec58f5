import type { JSX } from 'preact'
import { toast } from '../../toasts/toasts.ts'
import { IconButton } from '../../widgets/button.tsx'
import { t } from '../../words/words.ts'

/** A button that copies a text. */
export function Copy({ text, label }: { text: string; label: string }): JSX.Element {
  return (
    <IconButton
      class="icon-button-small"
      icon="copy"
      label={label}
      onClick={() => void copy(text)}
    />
  )
}

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(t('common.copied'))
  } catch {
    // Pages without https have no clipboard, and frames need a permission.
    toast(t('common.copyFailed'), { kind: 'error' })
  }
}
