import { isApiClientError } from '@stowage/client'
import { noteFailure } from '../session/session.ts'
import { t } from '../words/words.ts'
import { toast } from './toasts.ts'

/** Says what went wrong. */
export function explain(error: unknown): void {
  const reason = reasonOf(error)
  if (reason !== null) toast(reason, { kind: 'error' })
}

/** What a person is told of an error, mostly in the service's words; `null` when the whole page shows it. */
export function reasonOf(error: unknown): string | null {
  if (noteFailure(error)) return null
  if (Object(error).name === 'AbortError') return t('actions.cancelled')
  if (!isApiClientError(error)) throw error
  if (error.code === 'network_failed') return t('actions.offline')
  if (error.code === 'asset_not_found') return t('actions.deletedMeanwhile')
  return t('common.failed', { reason: error.message })
}
