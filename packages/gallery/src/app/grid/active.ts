import { type ReadonlySignal, signal } from '@preact/signals'
import { at } from '../listing/listing.ts'
import { listKey, onPlace, place } from '../place/place.ts'

const current = signal(0)

/** The index of the file that the keyboard is at: the one in the list that Tab reaches. */
export const active: ReadonlySignal<number> = current

type Reveal = (index: number, options: { focus: boolean }) => void
let reveal: Reveal = () => undefined

export function setActive(index: number): void {
  current.value = index
}

/** Goes to a file and scrolls it into view, by default with the focus. */
export function moveTo(index: number, options: { focus: boolean } = { focus: true }): void {
  current.value = index
  reveal(index, options)
}

/** Sets how the drawn list scrolls a file into view. */
export function onReveal(show: Reveal): () => void {
  reveal = show
  return () => {
    reveal = () => undefined
  }
}

/** The id of the active file, if the focus is on it. */
export function focusedAsset(): string | undefined {
  const focused = document.activeElement?.closest('[data-index]')
  return focused ? at(Number(focused.getAttribute('data-index')))?.id : undefined
}

let key = listKey(place.peek())
onPlace((where) => {
  const next = listKey(where)
  if (next !== key) current.value = 0
  key = next
})
