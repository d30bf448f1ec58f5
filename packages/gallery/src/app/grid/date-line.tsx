import { type ReadonlySignal, useComputed } from '@preact/signals'
import type { JSX } from 'preact'
import { at, revision } from '../listing/listing.ts'
import { place } from '../place/place.ts'
import { timeOf } from '../place/time-of.ts'
import { dayOf } from '../words/time.tsx'
import type { Arrangement } from './layout/grid-layout.ts'
import type { View } from './use-view.ts'

/** Pixels, as in the style: so much of the list is below the line. */
export const DATE_LINE = 28

/** Above a list that is sorted by time: the day of the first files in sight. */
export function DateLine(props: {
  arrangement: ReadonlySignal<Arrangement>
  view: ReadonlySignal<View>
}): JSX.Element | null {
  const { arrangement, view } = props
  const day = useComputed(() => {
    revision.value
    const by = timeOf(place.value.sort)
    const top = Math.max(0, view.value.top + DATE_LINE)
    const [index] = arrangement.value.range(top, top + 1)
    const time = by === null ? undefined : at(index)?.attributes[by]
    return time === undefined ? '' : dayOf(new Date(time))
  })
  if (timeOf(place.value.sort) === null) return null
  return <p class="date-line">{day}</p>
}
