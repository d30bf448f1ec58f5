import { type AssetSelection, type CallOptions, isApiClientError } from '@stowage/client'
import { refreshFolders } from '../listing/folders.ts'
import { refresh } from '../listing/listing.ts'
import { batchesOf, countOf } from '../selection/selected.ts'
import { clear, type Selection, selection as selected } from '../selection/selection.ts'
import { explain } from '../toasts/explain.ts'
import { confirm } from '../widgets/confirm.tsx'
import { withProgress } from '../widgets/progress.tsx'
import { t } from '../words/words.ts'

/** Changes some files by one request. */
export type Send = (assets: AssetSelection, options: CallOptions) => Promise<void>

/**
 * Changes a selection, step by step when it is large, and reloads the list. `null` when nothing, or not all, was
 * changed and the person was told why; otherwise the selection as it was changed. `folders`: those that hold other
 * files afterwards; `null` when that is not known.
 */
export async function change(
  selection: Selection,
  title: string,
  send: Send,
  folders: ReadonlySet<string> | null,
): Promise<Selection | null> {
  try {
    await withProgress(title, (signal, report) => sendAll(selection, send, { signal, report }))
    leave(selection)
    return selection
  } catch (error) {
    const count = changedCount(error)
    if (count !== null && selection.kind === 'all') {
      if (!(await confirmCount(selection.expected, count))) return null
      const changed = await change({ ...selection, expected: count }, title, send, folders)
      if (changed !== null) leave(selection)
      return changed
    }
    explain(error)
    return null
  } finally {
    refresh()
    void refreshFolders(folders)
  }
}

/**
 * Clears the selection if it is still this one: other files may have been selected meanwhile, or the changed file was
 * not.
 */
export function leave(selection: Selection): void {
  if (selected.value === selection) clear()
}

async function sendAll(
  selection: Selection,
  send: Send,
  { signal, report }: { signal: AbortSignal; report: (done: number, total: number) => void },
): Promise<void> {
  let done = 0
  for (const batch of batchesOf(selection)) {
    await send(batch, { signal })
    if (!Array.isArray(batch)) continue
    done += batch.length
    report(done, countOf(selection))
  }
}

/** How many files there are now; `null` for any other error. */
function changedCount(error: unknown): number | null {
  if (!isApiClientError(error) || error.code !== 'count_changed') return null
  return Number(error.errors[0]?.meta?.count ?? 0)
}

/** Others have added or changed files since the person chose all, so the person decides about the new number. */
function confirmCount(before: number, count: number): Promise<boolean> {
  return confirm({
    name: 'count-changed',
    title: t('actions.countChanged', { count }),
    text: t('actions.countChangedText', { before }),
    action: t('actions.goOn'),
  })
}
