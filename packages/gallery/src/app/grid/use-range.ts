import { type ReadonlySignal, useComputed, useSignalEffect } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { noteTags } from '../listing/known-tags.ts'
import { revision, want } from '../listing/listing.ts'
import type { Arrangement } from './grid-layout.ts'
import type { View } from './use-view.ts'

/** Pixels beyond the edges that are drawn as well. */
const BEYOND = 900
/** Files beyond the drawn ones that are loaded as well. */
const AHEAD = 60
/** Steps of so many files are scrolling; longer ones are jumps, of which a hand at the scroll bar makes very many. */
const NEAR = 200
/** Milliseconds between two questions while one jumps: the places that are only passed are not asked for. */
const PAUSE = 120

interface Asked {
  /** When it was asked, and for the files from where. */
  at: number
  from: number
  /** Of the next question. */
  timer: ReturnType<typeof setTimeout> | undefined
}

/** The files that are drawn; asks for those that are missing. */
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
    // The same pair as long as it is the same range: then nothing is drawn anew.
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
