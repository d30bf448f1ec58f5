import type { JSX } from 'preact'
import { dropHandlers } from '../folders/drop-target.ts'
import { createFolder } from '../folders/folder-actions.tsx'
import { FolderTree } from '../folders/folder-tree.tsx'
import { folderTree } from '../listing/folders.ts'
import { knownTags } from '../listing/known-tags.ts'
import { linkTo } from '../place/link.ts'
import { picker } from '../place/picker.ts'
import { type Place, place, placeFor } from '../place/place.ts'
import { facts } from '../session/facts.ts'
import { may, session, signOut } from '../session/session.ts'
import { IconButton } from '../widgets/button.tsx'
import { Icon, type IconName } from '../widgets/icon.tsx'
import { coarse } from '../widgets/viewport.ts'
import { formatNumber } from '../words/formats.ts'
import { t } from '../words/words.ts'
import { Mark } from './mark.tsx'
import { showShortcuts } from './shortcuts-help.tsx'
import { totals } from './totals.ts'

/** How many tags are listed; the search finds the others. */
const TAGS_SHOWN = 12

/** Links to everything there is. `onGo` is called when one is followed. */
export function Sidebar({ onGo }: { onGo?: (() => void) | undefined }): JSX.Element {
  return (
    <nav class="sidebar" aria-label={t('shell.ways')}>
      <a class="sidebar-title" {...linkTo(placeFor({}), onGo)}>
        <Mark size={24} />
        <span>{facts.title}</span>
      </a>
      <div class="sidebar-ways">
        <Way icon="files" text={t('shell.allFiles')} to={{}} onGo={onGo} />
        <Way icon="star" text={t('shell.favourites')} to={{ view: 'favourites' }} onGo={onGo} />
        <Folders onGo={onGo} />
        <Tags onGo={onGo} />
      </div>
      <div class="sidebar-foot">
        {picker === null && (
          <Way
            icon="trash"
            text={t('shell.trash')}
            to={{ view: 'trash' }}
            count={totals.value?.trashed_assets}
            onGo={onGo}
          />
        )}
        {picker === null && (
          <Way icon="usage" text={t('shell.usage')} to={{ view: 'usage' }} onGo={onGo} />
        )}
        {picker === null && may('manage') && (
          <Way icon="key" text={t('shell.keys')} to={{ view: 'keys' }} onGo={onGo} />
        )}
        {picker === null && session.value.webhooks && (
          <Way icon="webhook" text={t('webhooks.title')} to={{ view: 'webhooks' }} onGo={onGo} />
        )}
        <div class="sidebar-tools">
          {!coarse.value && (
            <IconButton icon="help" label={t('shortcuts.title')} onClick={showShortcuts} />
          )}
          {session.value.kind === 'key' && (
            <IconButton icon="sign-out" label={t('shell.signOut')} onClick={signOut} />
          )}
        </div>
      </div>
    </nav>
  )
}

function Way(props: {
  icon: IconName
  text: string
  to: Partial<Place>
  count?: number | undefined
  onGo?: (() => void) | undefined
}): JSX.Element {
  const { icon, text, to, count = 0, onGo } = props
  const there = { ...place.value, ...placeFor(to) }
  const { view, folder, tag } = place.value
  const isHere = view === there.view && folder === there.folder && tag === there.tag
  return (
    <a class="nav-item" aria-current={isHere ? 'page' : undefined} {...linkTo(placeFor(to), onGo)}>
      <Icon name={icon} size={18} />
      <span class="nav-text">{text}</span>
      {count > 0 && <span class="count">{formatNumber(count)}</span>}
    </a>
  )
}

function Folders({ onGo }: { onGo?: (() => void) | undefined }): JSX.Element {
  const { view, folder } = place.value
  return (
    <section class="sidebar-section">
      <header>
        <h2>{t('folders.label')}</h2>
        {may('write') && (
          <IconButton
            class="icon-button-small"
            icon="plus"
            label={t('folders.new')}
            onClick={() => void createFolder(null)}
          />
        )}
      </header>
      <FolderTree onChoose={onGo} />
      {folderTree.value.length > 0 && (
        <a
          class="nav-item"
          aria-current={view === 'files' && folder === null ? 'page' : undefined}
          {...linkTo(placeFor({ folder: null }), onGo)}
          {...dropHandlers(null)}
          data-folder-id=""
        >
          <Icon name="files" size={18} />
          <span class="nav-text">{t('folders.none')}</span>
        </a>
      )}
    </section>
  )
}

function Tags({ onGo }: { onGo?: (() => void) | undefined }): JSX.Element | null {
  const tags = knownTags.value
  if (tags.length === 0) return null
  return (
    <section class="sidebar-section">
      <header>
        <h2>{t('shell.tags')}</h2>
      </header>
      {tags.slice(0, TAGS_SHOWN).map((tag) => (
        <Way key={tag} icon="tag" text={tag} to={{ tag }} onGo={onGo} />
      ))}
    </section>
  )
}
