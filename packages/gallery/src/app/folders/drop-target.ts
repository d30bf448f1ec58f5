import { moveTo } from '../actions/index.ts'
import { draggedAssets } from '../grid/drag.ts'

/** Lets an element take files dragged to it within the page, and moves them into the folder `id`. */
export function dropHandlers(id: string | null) {
  const mark = ({ currentTarget }: DragEvent, isOver: boolean): void => {
    if (currentTarget instanceof Element) currentTarget.classList.toggle('is-drop-target', isOver)
  }
  return {
    onDragOver: (event: DragEvent) => {
      if (draggedAssets(event) === null) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'move'
      mark(event, true)
    },
    onDragLeave: (event: DragEvent) => mark(event, false),
    onDrop: (event: DragEvent) => {
      mark(event, false)
      const assets = draggedAssets(event)
      if (assets === null) return
      event.preventDefault()
      void moveTo(assets, id)
    },
  }
}
