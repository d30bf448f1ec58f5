import { only } from '../selection/selected.ts'
import { isSelected, type Selection, selection } from '../selection/selection.ts'
import { may } from '../session/session.ts'

const TYPE = 'application/x-stowage-assets'

/** What is dragged now. Kept here because browsers hide the data of a drag until it ends. */
let dragged: Selection | null = null

/** Drags a file, or the whole selection if the file is part of it. */
export function startDrag(id: string, event: DragEvent): void {
  if (event.dataTransfer === null || !may('write')) {
    event.preventDefault()
    return
  }
  dragged = isSelected(id) ? selection.peek() : only(id)
  event.dataTransfer.setData(TYPE, id)
  event.dataTransfer.effectAllowed = 'move'
}

export function endDrag(): void {
  dragged = null
}

/** What a drag of this page's files carries; `null` for any other drag. */
export function draggedAssets({ dataTransfer }: DragEvent): Selection | null {
  return dataTransfer?.types.includes(TYPE) ? dragged : null
}
