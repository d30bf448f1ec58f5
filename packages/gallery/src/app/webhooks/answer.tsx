import type { JSX } from 'preact'
import { ScrollText } from '../widgets/scroll-text.tsx'
import { t } from '../words/words.ts'

/** What a receiver said. It comes from a stranger, and is shown as text alone. */
export function Answer({ answer }: { answer: string | null }): JSX.Element | null {
  if (answer === null || answer === '') return null
  return <ScrollText label={t('webhooks.answer')} text={answer} />
}
