import type { Asset, CallOptions } from '@stowage/client'
import { countOf, loadedOf, only } from '../selection/selected.ts'
import type { Selection } from '../selection/selection.ts'
import type { Send } from './change.ts'
import { groupsOf } from './groups-of.ts'

/** How files get back what a change takes from them. */
export interface GiveBack {
  /** The files that it does change. */
  readonly of: Selection
  readonly send: Send
}

/**
 * Notes, before a change, what files have. `foundIn`: what a file has to get back; `undefined` when the change leaves
 * it as it is. `null` when not all files are loaded, so that it is not known, or when none changes.
 */
export function noteBefore<Value>(
  selection: Selection,
  foundIn: (asset: Asset) => Value | undefined,
  send: (ids: readonly string[], value: Value, options: CallOptions) => Promise<unknown>,
): GiveBack | null {
  const loaded = loadedOf(selection)
  if (loaded.length < countOf(selection)) return null
  const before = new Map<string, Value>()
  for (const asset of loaded) {
    const value = foundIn(asset)
    if (value !== undefined) before.set(asset.id, value)
  }
  if (before.size === 0) return null
  return {
    of: only(...before.keys()),
    async send(ids, options) {
      if (!Array.isArray(ids)) return
      for (const group of groupsOf(ids, before)) await send(group.ids, group.value, options)
    },
  }
}
