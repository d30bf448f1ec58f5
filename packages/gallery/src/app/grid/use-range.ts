import { type ReadonlySignal, useComputed, useSignalEffect } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { noteTags } from '../listing/known-tags.ts'
import { revision, want } from '../listing/listing.ts'
import type { Arrangement } from './layout/grid-layout.ts'
import type { View } from './use-view.ts'

/** Pixels beyond the edges that are drawn as well. */
const BEYOND = 900
/** Files beyond the drawn ones that are loaded as well. */
const AHEAD = 60
/**
 * Steps shorter than this many files are scrolling. Longer ones are jumps, and dragging the scroll bar makes very many
 * of them.
 */
const NEAR = 200
/**
 * Milliseconds between two requests while the list jumps, so that positions which are only passed are not requested.
 */
const PAUSE = 120

interface Asked {
  /** When the last request was made, and from which file on. */
  at: number
  from: number
  /** Of the next request. */
  timer: ReturnType<typeof setTimeout> | undefined
}

/** The range of files that are drawn; requests those that are missing. */
export function useRange(
  arrangement: ReadonlySignal<Arrangement>,
  view: ReadonlySignal<View>,
): ReadonlySignal<readonly [from: number, to: number]> {
  const before = useRef<readonly [number, number]>([0, 0])
  const asked = useRef<Asked>({ at: 0, from: 0, timer: undefined })
  const range = useComputed(() => {
    const { top, height } = view.value
    const next = arrangement.value.range(top - BEYOND, top + height + BEYOND)
    const [from, to] = before.current
    // The same pair as long as it is the same range, so that nothing is drawn again.
    if (next[0] !== from || next[1] !== to) before.current = next
    return before.current
  })
  useSignalEffect(() => {
    const [from] = range.value
    const ask = (): void => {
      const [first, last] = before.current
      asked.current = { at: Date.now(), from: first, timer: undefined }
      want(first - AHEAD, last + AHEAD)
    }
    const { at, from: asksFrom, timer } = asked.current
    const isNear = Math.abs(from - asksFrom) < NEAR
    const wait = isNear ? 0 : at + PAUSE - Date.now()
    if (wait <= 0) {
      clearTimeout(timer)
      ask()
    } else asked.current.timer ??= setTimeout(ask, wait)
  })
  useSignalEffect(() => {
    revision.value
    noteTags(...range.value)
  })
  return range
}
