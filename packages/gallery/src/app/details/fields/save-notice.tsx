import type { Asset } from '@stowage/client'
import type { JSX } from 'preact'
import { Button } from '../../widgets/button.tsx'
import { formatList } from '../../words/formats.ts'
import { t } from '../../words/words.ts'
import { drafts } from './drafts.ts'
import { changedFields, editedOf } from './edited.ts'
import { discard, keepMine, save, saveStates } from './save.ts'

/** Whether what was typed is saved. It is always on the page, so that screen readers announce changes. */
export function SaveNotice({ asset }: { asset: Asset }): JSX.Element {
  return (
    // Pressing a button must not leave the field first, because leaving it saves.
    <div class="save-notice" role="status" onMouseDown={(event) => event.preventDefault()}>
      <Notice asset={asset} />
    </div>
  )
}

function Notice({ asset }: { asset: Asset }): JSX.Element | null {
  const { id } = asset
  const state = saveStates.value[id]
  const draft = drafts.value[id]
  const discardButton = <Button onClick={() => discard(id)}>{t('details.discard')}</Button>
  if (state?.kind === 'saving') return <p class="quiet">{t('details.saving')}</p>
  if (state?.kind === 'waiting') return <p class="notice">{t('details.waiting')}</p>
  if (state?.kind === 'failed') {
    return (
      <div class="notice notice-bad">
        <p>{state.reason}</p>
        <Button onClick={() => void save(asset)}>{t('common.retry')}</Button>
        {discardButton}
      </div>
    )
  }
  if (state?.kind === 'conflict') {
    const fields = formatList(state.fields.map((field) => t(`details.${field}`)))
    return (
      <div class="notice">
        <p>{t('details.conflict', { fields })}</p>
        <Button onClick={() => void keepMine(state.theirs)}>{t('details.keepMine')}</Button>
        <Button onClick={() => discard(id)}>{t('details.takeTheirs')}</Button>
      </div>
    )
  }
  if (draft !== undefined && changedFields(draft, editedOf(asset)).length > 0) {
    return (
      <div class="save-buttons">
        <Button kind="primary" onClick={() => void save(asset)}>
          {t('common.save')}
        </Button>
        {discardButton}
      </div>
    )
  }
  return state?.kind === 'saved' ? <p class="quiet">{t('details.saved')}</p> : null
}
