import type { JSX } from 'preact'
import { download, editTags, favourite, move, purge, restore, trash } from '../actions/index.ts'
import { total } from '../listing/listing.ts'
import { picker } from '../place/picker.ts'
import { hasFiles, place } from '../place/place.ts'
import { clear, selectAll, selectedCount, selection } from '../selection/selection.ts'
import { may } from '../session/session.ts'
import { Button, IconButton } from '../widgets/button.tsx'
import type { IconName } from '../widgets/icon.tsx'
import { phone } from '../widgets/viewport.ts'
import { t } from '../words/words.ts'
import './selection-bar.css'

interface Action {
  readonly icon: IconName
  readonly text: string
  readonly isAllowed: boolean
  readonly run: () => unknown
}

/** How much is selected, and what can be done with it. */
export function SelectionBar(): JSX.Element | null {
  const count = selectedCount.value
  const { view } = place.value
  if (count === 0 || picker !== null || !hasFiles(view)) return null
  const { kind } = selection.value
  const isMore = kind === 'ids' && count < (total.value ?? 0)
  return (
    <section class="selection-bar" aria-label={t('selection.label')}>
      <IconButton icon="close" label={t('selection.clear')} onClick={clear} />
      <p class="selection-count" aria-live="polite">
        {t('selection.count', { count })}
      </p>
      {isMore && (
        <Button class="selection-all" kind="quiet" onClick={selectAll}>
          {t('selection.all', { count: total.value ?? 0 })}
        </Button>
      )}
      <div class="selection-actions">
        {actions()
          .filter(({ isAllowed }) => isAllowed)
          .map(({ icon, text, run }) =>
            phone.value ? (
              <IconButton key={text} icon={icon} label={text} onClick={run} />
            ) : (
              <Button key={text} kind="quiet" icon={icon} onClick={run}>
                {text}
              </Button>
            ),
          )}
      </div>
    </section>
  )
}

function actions(): readonly Action[] {
  const chosen = selection.value
  const [write, remove] = [may('write'), may('delete')]
  if (place.value.view === 'trash') {
    return [
      {
        icon: 'restore',
        text: t('selection.restore'),
        isAllowed: write,
        run: () => restore(chosen),
      },
      {
        icon: 'trash',
        text: t('selection.purge'),
        isAllowed: remove,
        run: () => purge(chosen),
      },
    ]
  }
  const isFavourite = place.value.view !== 'favourites'
  return [
    {
      icon: isFavourite ? 'star' : 'star-filled',
      text: isFavourite ? t('selection.favourite') : t('selection.unfavourite'),
      isAllowed: write,
      run: () => favourite(chosen, isFavourite),
    },
    { icon: 'move', text: t('selection.move'), isAllowed: write, run: () => move(chosen) },
    { icon: 'tag', text: t('selection.tag'), isAllowed: write, run: () => editTags(chosen) },
    {
      icon: 'download',
      text: t('selection.download'),
      isAllowed: true,
      run: () => download(chosen),
    },
    { icon: 'trash', text: t('selection.trash'), isAllowed: remove, run: () => trash(chosen) },
  ]
}
