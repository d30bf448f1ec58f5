import type { ReadonlySignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { indexOf } from '../listing/listing.ts'
import { arrivedAt, place, rememberScroll } from '../place/place.ts'
import type { Arrangement } from './grid-layout.ts'
import type { View } from './use-view.ts'

interface Drawn {
  readonly arrangement: Arrangement
  readonly width: number
  readonly layout: string
  readonly top: number
}

/**
 * Keeps the same files in sight: when the width or the layout changes, the open file or else the first one stays where
 * it is. Back and reload return to the former scroll position.
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
  const { layout, asset } = place.value

  useLayoutEffect(() => {
    const outer = scroller.current
    const start = content.current?.offsetTop ?? 0
    const before = drawn.current
    if (outer === null || key === null || width === 0) return
    if (arrivedFor.current !== key) {
      arrivedFor.current = key
      outer.scrollTop = arrivedAt()
    } else if (before !== null && (before.width !== width || before.layout !== layout)) {
      const open = asset === null ? -1 : indexOf(asset)
      const [first] = before.arrangement.range(before.top, before.top + 1)
      const isSeen = open >= 0 && isWithin(before, open, outer.clientHeight)
      const index = isSeen ? open : first
      const offset = before.arrangement.box(index).top - before.top
      // At the very top the first row stays whole.
      if (before.top > 0) outer.scrollTop = arrangement.box(index).top - offset + start
    }
    drawn.current = { arrangement, width, layout, top: outer.scrollTop - start }
  }, [arrangement, width, layout, key])

  useEffect(() => {
    const outer = scroller.current
    if (outer === null) return
    const remember = (): void => {
      if (drawn.current === null) return
      const start = content.current?.offsetTop ?? 0
      drawn.current = { ...drawn.current, top: outer.scrollTop - start }
      rememberScroll(outer.scrollTop)
    }
    outer.addEventListener('scroll', remember, { passive: true })
    return () => outer.removeEventListener('scroll', remember)
  }, [])
}

function isWithin({ arrangement, top }: Drawn, index: number, height: number): boolean {
  const box = arrangement.box(index)
  return box.top + box.height > top && box.top < top + height
}
