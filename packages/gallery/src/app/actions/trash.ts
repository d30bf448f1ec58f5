import type { AssetFilter } from '@stowage/client'
import { leaveDetails } from '../listing/leave-details.ts'
import { forget } from '../listing/listing.ts'
import { goTo } from '../place/place.ts'
import { countOf, foldersOf } from '../selection/selected.ts'
import type { Selection } from '../selection/selection.ts'
import { client } from '../session/session.ts'
import { explain } from '../toasts/explain.ts'
import { toast } from '../toasts/toasts.ts'
import { confirm } from '../widgets/confirm.tsx'
import { t } from '../words/words.ts'
import { change, type Send } from './change.ts'
import { noteUndo, withdrawUndo } from './undo.ts'

/** From this many files on, a slip would be costly, although it can be undone. */
const MANY = 1000

/** Moves files to the trash, and offers to undo it. */
export async function trash(selection: Selection): Promise<void> {
  const count = countOf(selection)
  if (count >= MANY && !(await isMeant(count))) return
  const undoable = await isUndoable(selection)
  const folders = foldersOf(selection)
  hide(selection)
  const send: Send = (assets, options) => client().trash(assets, options)
  const trashed = await change(selection, t('actions.trashing'), send, folders)
  if (trashed === null) return
  const withdraw = toast(t('actions.trashed', { count: countOf(trashed) }), {
    action: undoable
      ? { label: t('common.undo'), run: () => void restore(trashed, folders) }
      : { label: t('actions.showTrash'), run: () => goTo({ view: 'trash', asset: null }) },
  })
  noteUndo(trashed, withdraw)
}

/** Takes files back out of the trash, into their `folders`. */
export async function restore(
  selection: Selection,
  folders: ReadonlySet<string> | null = foldersOf(selection),
): Promise<void> {
  hide(selection)
  const send: Send = (assets, options) => client().restore(assets, options)
  const restored = await change(selection, t('actions.restoring'), send, folders)
  if (restored === null) return
  withdrawUndo(restored)
  toast(t('actions.restored', { count: countOf(restored) }))
}

/** Removes named files from the list at once. */
export function hide(selection: Selection): void {
  if (selection.kind === 'all') return
  leaveDetails(selection.ids)
  forget([...selection.ids])
}

/**
 * Files that a filter finds are restored by the same filter. If the trash held such files before, that would restore
 * them too, so the trash itself is offered instead.
 */
async function isUndoable(selection: Selection): Promise<boolean> {
  if (selection.kind === 'ids') return true
  const filter: AssetFilter = { ...selection.filter, trashed: 'only' }
  try {
    return (await client().list({ filter, per_page: 1 })).meta.total === 0
  } catch (error) {
    explain(error)
    return false
  }
}

function isMeant(count: number): Promise<boolean> {
  return confirm({
    name: 'trash-many',
    title: t('actions.trashMany', { count }),
    action: t('actions.trash'),
  })
}
