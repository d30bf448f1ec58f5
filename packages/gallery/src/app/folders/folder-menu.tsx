import type { JSX } from 'preact'
import { folderById } from '../listing/folders.ts'
import { may } from '../session/session.ts'
import { Menu } from '../widgets/menu.tsx'
import { t } from '../words/words.ts'
import { createFolder, deleteFolder, renameFolder } from './folder-actions.tsx'

/** What can be done with the open folder. */
export function FolderMenu({ id }: { id: string }): JSX.Element | null {
  if (!may('write') || folderById(id) === undefined) return null
  return (
    <Menu
      label={t('folders.menu')}
      items={[
        {
          value: 'new',
          icon: 'folder-plus',
          label: t('folders.newInside'),
          onSelect: () => void createFolder(id),
        },
        {
          value: 'rename',
          icon: 'edit',
          label: t('common.rename'),
          onSelect: () => void renameFolder(id),
        },
        {
          value: 'delete',
          icon: 'trash',
          label: t('folders.delete'),
          danger: true,
          onSelect: () => void deleteFolder(id),
        },
      ]}
    />
  )
}
