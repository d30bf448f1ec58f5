import { isApiClientError } from '@stowage/client'
import type { JSX } from 'preact'
import { listState, refresh } from '../listing/listing.ts'
import { reasonFor } from '../session/reason.ts'
import { Button } from '../widgets/button.tsx'
import { Icon } from '../widgets/icon.tsx'
import { t } from '../words/words.ts'

/** Says why there is no list. The id of the request is for whoever looks into it. */
export function ListFailed(): JSX.Element {
  const { value } = listState
  const error = value.kind === 'failed' && isApiClientError(value.error) ? value.error : null
  return (
    <div class="drawing" role="alert">
      <Icon name="warning" size={48} />
      <h2>{t('shell.listFailed')}</h2>
      <p>{error !== null && reasonFor(error)}</p>
      {error !== null && 'requestId' in error && <code>{error.requestId}</code>}
      <Button onClick={refresh}>{t('common.retry')}</Button>
    </div>
  )
}
