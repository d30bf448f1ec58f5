import type { JSX } from 'preact'
import { linkTo } from '../place/link.ts'
import { type Place, place, placeFor } from '../place/place.ts'
import { may } from '../session/session.ts'
import { openUploadSheet } from '../uploads/upload-sheet.tsx'
import { Icon, type IconName } from '../widgets/icon.tsx'
import { t } from '../words/words.ts'
import { openSidebar } from './sidebar-sheet.tsx'

/** The links that are used most, where a thumb reaches them. */
export function BottomBar(): JSX.Element {
  return (
    <nav class="bottom-bar" aria-label={t('shell.ways')}>
      <Way icon="files" text={t('shell.files')} to={{}} />
      <Way icon="star" text={t('shell.favourites')} to={{ view: 'favourites' }} />
      {may('write') && (
        <button type="button" class="bottom-item bottom-upload" onClick={openUploadSheet}>
          <Icon name="upload" size={22} />
          <span>{t('uploads.upload')}</span>
        </button>
      )}
      <Way icon="trash" text={t('shell.trash')} to={{ view: 'trash' }} />
      <button type="button" class="bottom-item" onClick={openSidebar}>
        <Icon name="menu" size={22} />
        <span>{t('shell.menu')}</span>
      </button>
    </nav>
  )
}

function Way({
  icon,
  text,
  to,
}: {
  icon: IconName
  text: string
  to: Partial<Place>
}): JSX.Element {
  const isHere = place.value.view === (to.view ?? 'files')
  return (
    <a class="bottom-item" aria-current={isHere ? 'page' : undefined} {...linkTo(placeFor(to))}>
      <Icon name={icon} size={22} />
      <span>{text}</span>
    </a>
  )
}
