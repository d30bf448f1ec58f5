import { batch } from '@preact/signals'
import { at, indexOf, put } from '../listing/listing.ts'
import { place } from '../place/place.ts'
import { countOf, loadedOf } from '../selection/selected.ts'
import type { Selection } from '../selection/selection.ts'
import { client } from '../session/session.ts'
import { t } from '../words/words.ts'
import { change, type Send } from './change.ts'
import { noteBefore } from './give-back.ts'
import { sayDone } from './say-done.ts'

/** Marks or unmarks files as favourites. The star changes at once. */
export async function favourite(selection: Selection, isFavourite: boolean): Promise<void> {
  const back = noteBefore(
    selection,
    ({ attributes }) => (attributes.is_favourite === isFavourite ? undefined : !isFavourite),
    (ids, before, options) => client().mark(ids, before, options),
  )
  const leavesTheList = place.peek().view === 'favourites' && !isFavourite
  batch(() => {
    for (const asset of loadedOf(selection)) {
      put({ ...asset, attributes: { ...asset.attributes, is_favourite: isFavourite } })
    }
  })
  const send: Send = (assets, options) => client().mark(assets, isFavourite, options)
  const about = { title: t('actions.marking'), folders: new Set<string>() }
  const changed = await change(selection, about.title, send, about.folders)
  // The star of one file says it itself, as long as it can be seen.
  if (changed === null || (countOf(changed) === 1 && !leavesTheList)) return
  const count = countOf(changed)
  const text = isFavourite ? t('actions.marked', { count }) : t('actions.unmarked', { count })
  sayDone(text, back, about)
}

/** Toggles whether one file is a favourite. */
export function toggleFavourite(id: string): Promise<void> {
  const isFavourite = at(indexOf(id))?.attributes.is_favourite === true
  return favourite({ kind: 'ids', ids: new Set([id]) }, !isFavourite)
}
