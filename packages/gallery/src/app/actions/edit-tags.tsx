import { countOf, loadedOf } from '../selection/selected.ts'
import type { Selection } from '../selection/selection.ts'
import { client } from '../session/session.ts'
import { openDialog } from '../widgets/dialogs.tsx'
import { addTags } from '../widgets/tags-of.ts'
import { t } from '../words/words.ts'
import { change, type Send } from './change.ts'
import { noteBefore } from './give-back.ts'
import { sayDone } from './say-done.ts'
import { TagDialog } from './tag-dialog.tsx'
import { type ChangedTags, tagsBefore } from './tags-before.ts'

/** Asks which tags files get and lose. */
export async function editTags(selection: Selection): Promise<void> {
  const title = t('actions.tagTitle', { count: countOf(selection) })
  const loaded = loadedOf(selection)
  const present = addTags(
    [],
    loaded.flatMap(({ meta }) => meta?.tags ?? []),
  )
  // Of a whole list, others may have changed files meanwhile.
  const isAll = selection.kind === 'ids' && loaded.length === countOf(selection)
  const tags = await openDialog<ChangedTags>(({ close, answer }) => (
    <TagDialog title={title} present={present} isAll={isAll} onSave={answer} onClose={close} />
  ))
  if (tags === undefined || tags.add.length + tags.remove.length === 0) return
  const back = noteBefore(
    selection,
    ({ meta }) => tagsBefore(meta?.tags ?? [], tags),
    (ids, before, options) => client().tag(ids, before, options),
  )
  const send: Send = (assets, options) => client().tag(assets, tags, options)
  const about = { title: t('actions.tagging'), folders: new Set<string>() }
  const changed = await change(selection, about.title, send, about.folders)
  if (changed !== null) sayDone(t('actions.tagged', { count: countOf(changed) }), back, about)
}
