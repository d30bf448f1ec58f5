import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals'
import type { JSX, RefObject, TargetedPointerEvent } from 'preact'
import { sampledTimes, sampleTimes } from '../listing/sample-times.ts'
import { place } from '../place/place.ts'
import { timeOf } from '../place/time-of.ts'
import { coarse } from '../widgets/viewport.ts'
import { monthOf } from '../words/time.tsx'
import type { Arrangement } from './layout/grid-layout.ts'
import { type Mark, marksOf, textAt } from './month-marks.ts'
import type { View } from './use-view.ts'

/** Times the height of the window: below that, scrolling is fast enough. */
const LONG = 10
/** Pixels between two months. */
const APART = 26

/**
 * Scrolls fast through a long list that is sorted by time, and says the month meanwhile. For pointers: keys have their
 * own ways to either end.
 */
export function TimeRail(props: {
  scroller: RefObject<HTMLElement | null>
  arrangement: ReadonlySignal<Arrangement>
  view: ReadonlySignal<View>
}): JSX.Element | null {
  const { scroller, arrangement, view } = props
  /** Where the pointer is, from 0 at the upper end to 1. */
  const pointed = useSignal<number | null>(null)
  const isLong = useComputed(() => arrangement.value.height > LONG * view.value.height)
  const height = useComputed(() => view.value.height)
  const months = useComputed((): readonly Mark[] => {
    const { box, height: all } = arrangement.value
    return sampledTimes.value.map(({ index, time }) => ({
      text: monthOf(time),
      share: box(index).top / all,
    }))
  })
  const scrolled = useComputed(() => {
    const { top, height } = view.value
    return Math.min(1, Math.max(0, top / Math.max(1, arrangement.value.height - height)))
  })
  const marks = useComputed(() => marksOf(months.value, APART / Math.max(1, height.value)))
  if (timeOf(place.value.sort) === null || !isLong.value) return null

  function point(event: TargetedPointerEvent<HTMLElement>): void {
    const { top, height } = event.currentTarget.getBoundingClientRect()
    const share = Math.min(1, Math.max(0, (event.clientY - top) / height))
    pointed.value = share
    const outer = scroller.current
    if (outer === null || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    outer.scrollTop = share * (outer.scrollHeight - outer.clientHeight)
  }

  const now = pointed.value
  return (
    <div
      class="time-rail"
      aria-hidden="true"
      onPointerEnter={() => void sampleTimes()}
      onPointerDown={(event) => {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        void sampleTimes()
        point(event)
      }}
      onPointerMove={point}
      onPointerLeave={() => (pointed.value = null)}
      onLostPointerCapture={() => (pointed.value = null)}
    >
      {/* A finger takes hold of it alone, so that the edge of the list still scrolls as everywhere. */}
      {coarse.value && <Handle scrolled={scrolled} />}
      {marks.value.map(({ text, share }) => (
        <span key={text} class="time-mark" style={{ top: `${share * 100}%` }}>
          {text}
        </span>
      ))}
      {now !== null && months.value.length > 0 && (
        <span class="time-mark time-now" style={{ top: `${now * 100}%` }}>
          {textAt(months.value, now)}
        </span>
      )}
    </div>
  )
}

/** Drawn with each scroll, without the months. */
function Handle({ scrolled }: { scrolled: ReadonlySignal<number> }): JSX.Element {
  return <span class="time-handle" style={{ '--scrolled': scrolled.value }} />
}
