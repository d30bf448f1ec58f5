import type { ReadonlySignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { at, indexOf } from '../listing/listing.ts'
import { arrivedAt, place, rememberScroll, type Spot } from '../place/place.ts'
import type { Arrangement } from './layout/grid-layout.ts'
import type { View } from './use-view.ts'

/** A file that stays where it is while others move. */
interface Held extends Spot {
  readonly id: string | undefined
}

interface Drawn {
  readonly arrangement: Arrangement
  /** How far the list was scrolled. Another number: the person has scrolled since. */
  readonly scrollTop: number
  readonly held: Held | null
}

/**
 * Keeps the same files in sight when the width, the layout or the files change: the open file, or else the first in
 * sight, stays where it is. Back and reload return to the former position.
 */
export function useAnchor(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  arrangement: Arrangement,
  view: ReadonlySignal<View>,
  key: string | null,
): void {
  const drawn = useRef<Drawn | null>(null)
  const arrivedFor = useRef<string | null>(null)
  const { width } = view.value
  const { asset } = place.value

  useLayoutEffect(() => {
    const outer = scroller.current
    const before = drawn.current
    if (outer === null || key === null || width === 0) return
    const start = content.current?.offsetTop ?? 0
    const draw = (held: Held | null): void => {
      const isMoved =
        held !== null && scrollTo(outer, arrangement.box(held.index).top - held.offset + start)
      // At the very top the first row stays whole, whatever comes before it.
      const isTop = asset === null && outer.scrollTop <= start
      drawn.current = { arrangement, scrollTop: outer.scrollTop, held: isTop ? null : held }
      // At once, so that what is in sight now is drawn before it is seen.
      if (isMoved) outer.dispatchEvent(new Event('scroll'))
    }
    if (arrivedFor.current !== key) {
      arrivedFor.current = key
      const spot = arrivedAt()
      if (spot === null) outer.scrollTop = 0
      draw(spot && { ...spot, id: at(spot.index)?.id })
    } else if (before !== null && before.arrangement !== arrangement) {
      const isScrolled = isScrolledSince(before, outer)
      const first = firstIn(before.arrangement, outer.scrollTop - start)
      draw(present(isScrolled ? first : before.held))
    } else if (before !== null && asset !== null) {
      draw(openIn(arrangement, asset, outer, start) ?? before.held)
    }
  }, [arrangement, width, key, asset])

  useEffect(() => {
    const outer = scroller.current
    if (outer === null) return
    const remember = (): void => {
      const { current } = drawn
      if (current === null || current.scrollTop === outer.scrollTop) return
      const { arrangement } = current
      const start = content.current?.offsetTop ?? 0
      const first = firstIn(arrangement, outer.scrollTop - start)
      const open = openIn(arrangement, place.peek().asset, outer, start)
      const held = open ?? (outer.scrollTop > start ? first : null)
      drawn.current = { arrangement, scrollTop: outer.scrollTop, held }
      rememberScroll({ index: first.index, offset: first.offset })
    }
    outer.addEventListener('scroll', remember, { passive: true })
    return () => outer.removeEventListener('scroll', remember)
  }, [])
}

/** Where the file is now; when it has gone, what took its place. */
function present(held: Held | null): Held | null {
  if (held === null) return null
  const index = held.id === undefined ? -1 : indexOf(held.id)
  return index < 0 ? { ...held, id: at(held.index)?.id } : { ...held, index }
}

function firstIn(arrangement: Arrangement, top: number): Held {
  const [index] = arrangement.range(top, top + 1)
  return { index, offset: arrangement.box(index).top - top, id: at(index)?.id }
}

/** The open file, if it is in sight. */
function openIn(
  arrangement: Arrangement,
  id: string | null,
  outer: HTMLElement,
  start: number,
): Held | null {
  const index = id === null ? -1 : indexOf(id)
  if (id === null || index < 0) return null
  const box = arrangement.box(index)
  const offset = box.top - (outer.scrollTop - start)
  const isInSight = offset + box.height > 0 && offset < outer.clientHeight
  return isInSight ? { index, offset, id } : null
}

/** Whether the list was scrolled without its event yet, and not because it has become shorter. */
function isScrolledSince({ scrollTop }: Drawn, outer: HTMLElement): boolean {
  const lowest = outer.scrollHeight - outer.clientHeight
  return outer.scrollTop !== scrollTop && outer.scrollTop < lowest - 1
}

/** Leaves the position alone when it is right, because writing it may end a scroll that is under way. */
function scrollTo(outer: HTMLElement, top: number): boolean {
  const before = outer.scrollTop
  if (Math.abs(before - top) < 1) return false
  outer.scrollTop = top
  return outer.scrollTop !== before
}
