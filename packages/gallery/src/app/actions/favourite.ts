import { at, indexOf, put } from '../listing/listing.ts'
import { countOf, loadedOf } from '../selection/selected.ts'
import type { Selection } from '../selection/selection.ts'
import { client } from '../session/session.ts'
import { toast } from '../toasts/toasts.ts'
import { t } from '../words/words.ts'
import { change, type Send } from './change.ts'

/** Marks or unmarks files as favourites. The star changes at once. */
export async function favourite(selection: Selection, isFavourite: boolean): Promise<void> {
  for (const asset of loadedOf(selection)) {
    put({ ...asset, attributes: { ...asset.attributes, is_favourite: isFavourite } })
  }
  const send: Send = (assets, options) => client().mark(assets, isFavourite, options)
  const changed = await change(selection, t('actions.marking'), send, new Set())
  if (changed === null || countOf(changed) === 1) return
  const count = countOf(changed)
  toast(isFavourite ? t('actions.marked', { count }) : t('actions.unmarked', { count }))
}

/** Toggles whether one file is a favourite. */
export function toggleFavourite(id: string): Promise<void> {
  const isFavourite = at(indexOf(id))?.attributes.is_favourite === true
  return favourite({ kind: 'ids', ids: new Set([id]) }, !isFavourite)
}
