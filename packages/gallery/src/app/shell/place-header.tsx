import type { JSX } from 'preact'
import { emptyTrash } from '../actions/index.ts'
import { FolderMenu } from '../folders/folder-menu.tsx'
import { folderById, folders, nodeById } from '../listing/folders.ts'
import { total } from '../listing/listing.ts'
import { filterOf } from '../place/filters.ts'
import { linkTo } from '../place/link.ts'
import { type Place, place, placeFor } from '../place/place.ts'
import { facts } from '../session/facts.ts'
import { may } from '../session/session.ts'
import { areOnTheirWay } from '../uploads/on-their-way.ts'
import { Button } from '../widgets/button.tsx'
import { Icon } from '../widgets/icon.tsx'
import { formatSize } from '../words/formats.ts'
import { t } from '../words/words.ts'
import { totals } from './totals.ts'

/** The name of the place, and how much is there. */
export function PlaceHeader(): JSX.Element {
  const where = place.value
  return (
    <header class="place-header">
      <h1>{typeof where.folder === 'string' ? <Path id={where.folder} /> : titleOf(where)}</h1>
      {typeof where.folder === 'string' && <FolderMenu id={where.folder} />}
      {where.view === 'trash' && Boolean(total.value) && may('delete') && (
        <Button onClick={() => void emptyTrash()}>{t('actions.emptyTrash')}</Button>
      )}
      <Count where={where} />
    </header>
  )
}

function titleOf({ view, folder, tag }: Place): string {
  if (view === 'favourites') return t('shell.favourites')
  if (view === 'trash') return t('shell.trash')
  if (folder === null) return t('folders.none')
  return tag === null ? t('shell.allFiles') : t('filters.tagged', { tag })
}

/** How many files there are, and what is known about them all. */
function Count({ where }: { where: Place }): JSX.Element {
  // While the first files arrive, "0 files" would be wrong in a moment.
  const isFilling = total.value === 0 && where.view === 'files' && areOnTheirWay(where.folder)
  const count = isFilling ? null : total.value
  const size = count === null ? null : sizeOf(where, count)
  const parts = [
    count !== null && countText(where, count),
    belowText(where),
    size !== null && formatSize(size),
    count !== null && where.view === 'trash' && retention(),
  ].filter(Boolean)
  return (
    <p
      class="place-count"
      aria-live="polite"
      title={size === null ? undefined : t('shell.sizeAbout')}
    >
      {parts.join(' · ') || ' '}
    </p>
  )
}

function countText({ q }: Place, count: number): string {
  return q === '' ? t('common.files', { count }) : t('shell.results', { count, text: q })
}

/** What the folders inside the open one add, as its count in the tree does. */
function belowText({ folder, q, filters, tag }: Place): string | null {
  const isNarrowed = q !== '' || tag !== null || Object.keys(filterOf(filters)).length > 0
  const node = typeof folder === 'string' && !isNarrowed ? nodeById(folder) : undefined
  if (node === undefined || node.allAssets === node.assets) return null
  return t('shell.withFolders', { count: node.allAssets })
}

/** The size is known only of all files, so it is shown where all are listed. */
function sizeOf({ view }: Place, count: number): number | null {
  const usage = totals.value
  if (usage === null || count === 0) return null
  if (view === 'files' && count === usage.assets) return usage.bytes
  if (view === 'trash' && count === usage.trashed_assets) return usage.trashed_bytes
  return null
}

function retention(): string | null {
  const days = facts.trashRetentionDays
  return days === null ? null : t('shell.trashKept', { count: days })
}

/** The folder with those above it, each as a link. */
function Path({ id }: { id: string }): JSX.Element {
  const folder = folderById(id)
  if (folder === undefined) return <>{folders.value === null ? ' ' : t('folders.gone')}</>
  const above: { id: string; name: string }[] = []
  let parent = folder.attributes.parent_id
  while (parent !== null) {
    const next = folderById(parent)
    if (next === undefined) break
    above.unshift({ id: next.id, name: next.attributes.name })
    parent = next.attributes.parent_id
  }
  return (
    <span class="path">
      {above.map(({ id, name }) => (
        <span key={id} class="path-step">
          <a {...linkTo(placeFor({ folder: id }))}>{name}</a>
          <Icon name="right" size={16} />
        </span>
      ))}
      <span class="path-here">{folder.attributes.name}</span>
    </span>
  )
}
