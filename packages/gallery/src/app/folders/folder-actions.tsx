import { type Folder, isApiClientError } from '@stowage/client'
import { dropFolder, folderById, putFolder } from '../listing/folders.ts'
import { refresh } from '../listing/listing.ts'
import { goTo, place, placeFor } from '../place/place.ts'
import { client } from '../session/session.ts'
import { explain } from '../toasts/explain.ts'
import { toast } from '../toasts/toasts.ts'
import { Button } from '../widgets/button.tsx'
import { Dialog } from '../widgets/dialog.tsx'
import { openDialog } from '../widgets/dialogs.tsx'
import { t } from '../words/words.ts'
import { NameDialog } from './name-dialog.tsx'

/** Asks for a name, and goes to the new folder. */
export async function createFolder(parentId: string | null): Promise<void> {
  const made = await openDialog<Folder>(({ close, answer }) => (
    <NameDialog
      name="new-folder"
      title={t('folders.new')}
      before=""
      action={t('common.create')}
      send={async (name) => answer(await client().folders.create({ name, parent_id: parentId }))}
      onClose={close}
    />
  ))
  if (made === undefined) return
  await putFolder(made)
  goTo(placeFor({ folder: made.id }))
}

export async function renameFolder(id: string): Promise<void> {
  const renamed = await openDialog<Folder>(({ close, answer }) => (
    <NameDialog
      name="rename-folder"
      title={t('folders.rename')}
      before={folderById(id)?.attributes.name ?? ''}
      action={t('common.rename')}
      send={async (name) => answer(await client().folders.update(id, { name }))}
      onClose={close}
    />
  ))
  if (renamed !== undefined) await putFolder(renamed)
}

/** Deletes a folder. Asks whether its files go to the trash, or stay without a folder. */
export async function deleteFolder(id: string): Promise<void> {
  const name = folderById(id)?.attributes.name ?? ''
  const parent = folderById(id)?.attributes.parent_id ?? undefined
  try {
    if (!(await deleteEmpty(id))) {
      const fate = await askForFate(name)
      if (fate === undefined) return
      await client().folders.delete(id, { assets: fate })
    }
  } catch (error) {
    explain(error)
    return
  }
  toast(t('folders.deleted', { name }))
  if (place.value.folder === id) goTo(placeFor({ folder: parent }), { replace: true })
  dropFolder(id)
  refresh()
}

/** `false` when there is something in it. */
async function deleteEmpty(id: string): Promise<boolean> {
  try {
    await client().folders.delete(id)
    return true
  } catch (error) {
    if (isApiClientError(error) && error.code === 'folder_not_empty') return false
    throw error
  }
}

function askForFate(name: string): Promise<'detach' | 'trash' | undefined> {
  return openDialog<'detach' | 'trash'>(({ close, answer }) => (
    <Dialog
      name="delete-folder"
      role="alertdialog"
      title={t('folders.deleteTitle', { name })}
      text={t('folders.deleteText')}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button onClick={() => answer('detach')}>{t('folders.keepFiles')}</Button>
          <Button kind="danger" onClick={() => answer('trash')}>
            {t('folders.trashFiles')}
          </Button>
        </>
      }
    />
  ))
}
