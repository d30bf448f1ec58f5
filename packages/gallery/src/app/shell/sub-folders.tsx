import type { JSX } from 'preact'
import { dropHandlers } from '../folders/drop-target.ts'
import { shownFolders } from '../folders/shown-folders.ts'
import { type FolderNode, folderTree, nodeById } from '../listing/folders.ts'
import { linkTo } from '../place/link.ts'
import { place, placeFor } from '../place/place.ts'
import { Button } from '../widgets/button.tsx'
import { Icon } from '../widgets/icon.tsx'
import { formatNumber } from '../words/formats.ts'
import { t } from '../words/words.ts'

/** The folders inside the open one. */
export function SubFolders(): JSX.Element | null {
  const { view, folder, q } = place.value
  if (view !== 'files' || folder === undefined || q !== '') return null
  const inside = folder === null ? folderTree.value : (nodeById(folder)?.children ?? [])
  if (inside.length === 0) return null
  const { shown, hidden, showMore } = shownFolders(inside, { where: 'middle', parent: folder })
  return (
    <ul class="sub-folders" aria-label={t('folders.inside')}>
      {shown.map((node) => (
        <li key={node.id}>
          <SubFolder node={node} />
        </li>
      ))}
      {hidden > 0 && (
        <li>
          <Button onClick={showMore}>{t('folders.more', { count: hidden })}</Button>
        </li>
      )}
    </ul>
  )
}

function SubFolder({ node: { id, name, allAssets } }: { node: FolderNode }): JSX.Element {
  return (
    <a
      class="sub-folder"
      {...linkTo(placeFor({ folder: id }))}
      data-folder-id={id}
      {...dropHandlers(id)}
    >
      <Icon name="folder" />
      <span class="sub-folder-name">{name}</span>
      {allAssets > 0 && <span class="count">{formatNumber(allAssets)}</span>}
    </a>
  )
}
