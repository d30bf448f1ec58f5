import { openDetails } from '../details/viewer.ts'
import { picker } from '../place/picker.ts'
import { selectedCount, selectOnly, selectRange, toggle } from '../selection/selection.ts'
import { setActive } from './active.ts'

/** What a click on a file does: it opens the file, or selects it once others are selected. */
export function openOrSelect(id: string, index: number, event: MouseEvent): void {
  event.preventDefault()
  setActive(index)
  if (picker !== null && !picker.multiple) selectOnly(id, index)
  else if (event.shiftKey) void selectRange(index)
  else if (event.ctrlKey || event.metaKey || picker !== null || selectedCount.peek() > 0)
    toggle(id, index)
  else openDetails(id)
}

/** What a click on a tick does. */
export function tick(id: string, index: number, event: MouseEvent): void {
  event.preventDefault()
  event.stopPropagation()
  setActive(index)
  if (picker !== null && !picker.multiple) selectOnly(id, index)
  else if (event.shiftKey) void selectRange(index)
  else toggle(id, index)
}
