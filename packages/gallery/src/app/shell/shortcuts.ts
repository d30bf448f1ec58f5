import { useEffect } from 'preact/hooks'
import { editTags, favourite, move, purge, restore, trash } from '../actions/index.ts'
import { toggleLarge } from '../details/viewer.ts'
import { active, focusedAsset, moveTo } from '../grid/active.ts'
import { at, indexOf } from '../listing/listing.ts'
import { picker } from '../place/picker.ts'
import { goTo, hasFiles, place } from '../place/place.ts'
import { only } from '../selection/selected.ts'
import {
  clear,
  type Selection,
  selectAll,
  selectedCount,
  selection,
} from '../selection/selection.ts'
import { may } from '../session/session.ts'
import { chooseFiles } from '../uploads/upload-button.tsx'
import { isDialogOpen } from '../widgets/dialogs.tsx'
import { focusSearch } from './search-field.tsx'
import { showShortcuts } from './shortcuts-help.tsx'

/**
 * Keys of the whole page. Those of the list are in `grid/list-keys.ts`, those of the details in
 * `details/use-detail-keys.ts`.
 */
export function useShortcuts(): void {
  useEffect(() => {
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.altKey || isDialogOpen() || isTyping(event)) return
  if (event.ctrlKey || event.metaKey) {
    if (event.key !== 'a' || !isList()) return
    selectAll()
  } else if (!act(event)) return
  event.preventDefault()
}

/** Does what the key means here; `false` when it means nothing. */
function act({ key, target }: KeyboardEvent): boolean {
  const chosen = target instanceof Element ? chosenFiles() : null
  const inTrash = place.peek().view === 'trash'
  switch (key) {
    case '/':
      focusSearch()
      return true
    case '?':
      showShortcuts()
      return true
    case 'u':
      chooseFiles()
      return true
    case 'Escape':
      if (selectedCount.peek() === 0) return false
      clear()
      return true
    case ' ':
      if (place.peek().asset === null || isControl(target)) return false
      toggleLarge()
      return true
    case 'g':
      goTo({ layout: place.peek().layout === 'grid' ? 'list' : 'grid' }, { replace: true })
      return true
    case 'ArrowDown':
    case 'ArrowRight':
      // From anywhere on the page into the list.
      if (!isList() || target !== document.body) return false
      moveTo(active.peek())
      return true
  }
  if (chosen === null || picker !== null) return false
  switch (key) {
    case 'f':
      if (!may('write') || inTrash) return false
      void favourite(chosen, !areFavourites(chosen))
      return true
    case 'm':
      if (!may('write') || inTrash) return false
      void move(chosen)
      return true
    case 't':
      if (!may('write') || inTrash) return false
      void editTags(chosen)
      return true
    case 'r':
      if (!may('write') || !inTrash) return false
      void restore(chosen)
      return true
    case '#':
    case 'Delete':
      if (!may('delete')) return false
      void (inTrash ? purge(chosen) : trash(chosen))
      return true
    default:
      return false
  }
}

/** What is selected; else the file that has the focus, or is open. */
function chosenFiles(): Selection | null {
  if (selectedCount.peek() > 0) return selection.peek()
  const id = focusedAsset() ?? place.peek().asset
  return id == null ? null : only(id)
}

function areFavourites(chosen: Selection): boolean {
  if (chosen.kind === 'all') return place.peek().view === 'favourites'
  return [...chosen.ids].every((id) => at(indexOf(id))?.attributes.is_favourite === true)
}

function isList(): boolean {
  return hasFiles(place.peek().view)
}

function isTyping({ target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement)
    return !target.readOnly && !['checkbox', 'radio', 'button'].includes(target.type)
  return target.isContentEditable || target.closest('textarea, select, [role=menu]') !== null
}

/** Whether the element uses the space bar itself. */
function isControl(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('button, a, input, video, audio, summary') !== null
  )
}
