import type { AssetFilter } from '@stowage/client'
import { countOf, only } from '../selection/selected.ts'
import type { Selection } from '../selection/selection.ts'
import { client } from '../session/session.ts'
import { explain } from '../toasts/explain.ts'
import { toast } from '../toasts/toasts.ts'
import { confirm } from '../widgets/confirm.tsx'
import { withProgress } from '../widgets/progress.tsx'
import { t } from '../words/words.ts'
import { change, leave, type Send } from './change.ts'
import { hide } from './trash.ts'
import { withdrawUndo } from './undo.ts'

/** Deletes files of the trash for good. It asks once, because it cannot be undone. */
export async function purge(selection: Selection): Promise<void> {
  const meant = await confirm({
    name: 'purge',
    title: t('actions.purgeQuestion', { count: countOf(selection) }),
    text: t('actions.purgeText'),
    action: t('actions.purge'),
    danger: true,
  })
  if (meant) await purgeNow(selection)
}

/** Deletes all of the trash for good, not only what a search or a filter shows of it. It asks once. */
export async function emptyTrash(): Promise<void> {
  const filter: AssetFilter = { trashed: 'only' }
  try {
    const { meta } = await client().list({ filter, per_page: 1 })
    const meant = await confirm({
      name: 'empty-trash',
      title: t('actions.emptyTrashQuestion', { count: meta.total }),
      text: t('actions.purgeText'),
      action: t('actions.emptyTrash'),
      danger: true,
    })
    if (meant) await purgeNow({ kind: 'all', filter, expected: meta.total })
  } catch (error) {
    explain(error)
  }
}

async function purgeNow(selection: Selection): Promise<void> {
  const chosen = await named(selection)
  if (chosen === null) return
  hide(chosen)
  const send: Send = async (ids, options) => {
    if (!Array.isArray(ids)) return
    await client().purge(ids, options)
    withdrawUndo(only(...ids))
  }
  // Folders count no files of the trash.
  const purged = await change(chosen, t('actions.purging'), send, new Set())
  if (purged === null) return
  leave(selection)
  toast(t('actions.purged', { count: countOf(purged) }))
}

/**
 * The service deletes nothing for good by a filter. So this names what is in the trash now, at most as many files as
 * the person has agreed to. `null`: they could not be named, or the person cancelled.
 */
async function named(selection: Selection): Promise<Selection | null> {
  if (selection.kind === 'ids') return selection
  const { filter, expected } = selection
  try {
    return await withProgress(t('actions.purging'), async (signal, report) => {
      const ids: string[] = []
      const query = { filter: { ...filter, trashed: 'only' as const }, per_page: 100 }
      for await (const { id } of client().assets(query, { signal })) {
        if (ids.length === expected) break
        report(ids.push(id), expected)
      }
      return only(...ids)
    })
  } catch (error) {
    explain(error)
    return null
  }
}
