import { countOf, loadedOf } from '../selection/selected.ts'
import type { Selection } from '../selection/selection.ts'
import { client } from '../session/session.ts'
import { toast } from '../toasts/toasts.ts'
import { openDialog } from '../widgets/dialogs.tsx'
import { t } from '../words/words.ts'
import { change, type Send } from './change.ts'
import { type ChangedTags, TagDialog } from './tag-dialog.tsx'

/** Asks which tags files get and lose. */
export async function editTags(selection: Selection): Promise<void> {
  const title = t('actions.tagTitle', { count: countOf(selection) })
  const known = [...new Set(loadedOf(selection).flatMap(({ meta }) => meta?.tags ?? []))]
  const tags = await openDialog<ChangedTags>(({ close, answer }) => (
    <TagDialog title={title} known={known} onSave={answer} onClose={close} />
  ))
  if (tags === undefined || tags.add.length + tags.remove.length === 0) return
  const send: Send = (assets, options) => client().tag(assets, tags, options)
  const changed = await change(selection, t('actions.tagging'), send, new Set())
  if (changed !== null) toast(t('actions.tagged', { count: countOf(changed) }))
}
