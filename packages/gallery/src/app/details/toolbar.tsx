import type { Asset } from '@stowage/client'
import type { JSX } from 'preact'
import { download, favourite, move, purge, restore, trash } from '../actions/index.ts'
import { only } from '../selection/selected.ts'
import { may } from '../session/session.ts'
import { IconButton } from '../widgets/button.tsx'
import { Menu, type MenuItem } from '../widgets/menu.tsx'
import { t } from '../words/words.ts'
import { isTrashed } from './detail.ts'
import { copy } from './share/copy.tsx'
import { large, toggleLarge } from './viewer.ts'

/** What can be done with the file that is open. */
export function Toolbar({ asset }: { asset: Asset }): JSX.Element {
  const self = only(asset.id)
  const isFavourite = asset.attributes.is_favourite === true
  if (isTrashed(asset)) {
    return (
      <>
        {may('write') && (
          <IconButton
            icon="restore"
            label={t('actions.restore')}
            onClick={() => void restore(self)}
          />
        )}
        {may('delete') && (
          <IconButton icon="trash" label={t('actions.purge')} onClick={() => void purge(self)} />
        )}
      </>
    )
  }
  const { url } = asset.attributes
  const items: MenuItem[] = [
    { value: 'copy', label: t('details.copyUrl'), icon: 'link', onSelect: () => void copy(url) },
  ]
  if (may('write')) {
    const label = t('actions.moveTo')
    items.unshift({ value: 'move', label, icon: 'move', onSelect: () => void move(self) })
  }
  if (may('delete')) {
    const label = t('actions.trash')
    items.push({
      value: 'trash',
      label,
      icon: 'trash',
      danger: true,
      onSelect: () => void trash(self),
    })
  }
  return (
    <>
      {may('write') && (
        <IconButton
          icon={isFavourite ? 'star-filled' : 'star'}
          label={t('actions.favourite')}
          pressed={isFavourite}
          onClick={() => void favourite(self, !isFavourite)}
        />
      )}
      <IconButton
        icon="download"
        label={t('actions.download')}
        onClick={() => void download(self)}
      />
      <IconButton
        icon={large.value ? 'shrink' : 'expand'}
        label={large.value ? t('details.shrink') : t('details.enlarge')}
        onClick={toggleLarge}
      />
      <Menu label={t('common.more')} items={items} />
    </>
  )
}
