import type { ApiClientError } from '@stowage/client'
import { formatSize } from '../words/formats.ts'
import { t } from '../words/words.ts'

/** The words of the page for what people can do something about. What the service says is meant for programs. */
const REASONS: { readonly [Code in ApiClientError['code']]?: () => string } = {
  network_failed: () => t('errors.unreachable'),
  unavailable: () => t('errors.service'),
  internal_error: () => t('errors.service'),
  request_timeout: () => t('errors.service'),
  too_many_requests: () => t('errors.tooFast'),
  forbidden: () => t('errors.forbidden'),
  type_not_allowed: () => t('errors.type'),
  file_rejected: () => t('errors.rejected'),
  location_not_removable: () => t('errors.location'),
  insufficient_storage: () => t('errors.space'),
  digest_mismatch: () => t('errors.changedOnItsWay'),
  duplicate: () => t('errors.duplicate'),
  scan_pending: () => t('errors.beingChecked'),
  folder_exists: () => t('errors.folderExists'),
  folder_cycle: () => t('errors.folderCycle'),
  folder_too_deep: () => t('errors.folderTooDeep'),
  invalid_body: () => t('errors.notAllowed'),
  invalid_parameter: () => t('errors.notAllowed'),
  too_many_tags: () => t('errors.tooManyTags'),
  too_many_keys: () => t('errors.tooManyKeys'),
  too_many_ids: () => t('errors.tooManyFiles'),
  too_many_matches: () => t('errors.tooManyFiles'),
  not_trashed: () => t('errors.notTrashed'),
  url_refused: () => t('errors.urlRefused'),
  too_many_webhooks: () => t('errors.tooManyWebhooks'),
  webhooks_unavailable: () => t('errors.webhooksUnavailable'),
  webhook_not_found: () => t('errors.webhookGone'),
  delivery_not_found: () => t('errors.webhookGone'),
}

/** Why the service refused something, in the words of the page. */
export function reasonFor(error: ApiClientError): string {
  if (error.code === 'file_too_large' || error.code === 'body_too_large') {
    const limit = Number(error.errors[0]?.meta?.limit)
    return limit > 0 ? t('errors.tooLargeFor', { size: formatSize(limit) }) : t('errors.tooLarge')
  }
  return REASONS[error.code]?.() ?? t('errors.other', { code: error.code })
}
