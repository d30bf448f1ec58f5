import { folderById } from '../listing/folders.ts'
import { countOf, foldersOf } from '../selection/selected.ts'
import type { Selection } from '../selection/selection.ts'
import { client } from '../session/session.ts'
import { openDialog } from '../widgets/dialogs.tsx'
import { t } from '../words/words.ts'
import { change, type Send } from './change.ts'
import { FolderDialog } from './folder-dialog.tsx'
import { noteBefore } from './give-back.ts'
import { sayDone } from './say-done.ts'

/** Asks for a folder, and moves files there. */
export async function move(selection: Selection): Promise<void> {
  const title = t('actions.moveTitle', { count: countOf(selection) })
  const folder = await openDialog<{ id: string | null }>(({ close, answer }) => (
    <FolderDialog title={title} onChoose={(id) => answer({ id })} onClose={close} />
  ))
  if (folder !== undefined) await moveTo(selection, folder.id)
}

/** Moves files into a folder; `null`: out of all folders. */
export async function moveTo(selection: Selection, folderId: string | null): Promise<void> {
  const left = foldersOf(selection)
  const back = noteBefore(
    selection,
    ({ attributes: { folder_id } }) => (folder_id === folderId ? undefined : folder_id),
    (ids, before, options) => client().move(ids, before, options),
  )
  const send: Send = (assets, options) => client().move(assets, folderId, options)
  const folders = left && new Set(folderId === null ? left : [...left, folderId])
  const title = t('actions.moving')
  const moved = await change(selection, title, send, folders)
  if (moved === null) return
  const count = countOf(moved)
  const text =
    folderId === null
      ? t('actions.movedOut', { count })
      : t('actions.moved', { count, folder: folderById(folderId)?.attributes.name ?? '' })
  sayDone(text, back, { title, folders })
}
