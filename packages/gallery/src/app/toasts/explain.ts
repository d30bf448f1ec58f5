import { isApiClientError } from '@stowage/client'
import { reasonFor } from '../session/reason.ts'
import { noteFailure } from '../session/session.ts'
import { t } from '../words/words.ts'
import { toast } from './toasts.ts'

/** Codes for what does not exist, or not for this person: deleted for good, in the trash, or out of reach meanwhile. */
const GONE: readonly string[] = ['asset_not_found', 'file_not_found', 'folder_not_found']

/** Says what went wrong. */
export function explain(error: unknown): void {
  const reason = reasonOf(error)
  if (reason !== null) toast(reason, { kind: 'error' })
}

/**
 * The text that tells a person what failed; `null` when the whole page shows the error.
 */
export function reasonOf(error: unknown): string | null {
  if (noteFailure(error)) return null
  if (Object(error).name === 'AbortError') return t('actions.cancelled')
  if (!isApiClientError(error)) throw error
  if (error.code === 'network_failed') return t('actions.offline')
  if (GONE.includes(error.code)) return t('actions.gone')
  return reasonFor(error)
}
