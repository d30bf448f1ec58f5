import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { at } from '../listing/listing.ts'
import { place } from '../place/place.ts'
import { isDialogOpen } from '../widgets/dialogs.tsx'
import { active, onReveal } from './active.ts'
import { DATE_LINE } from './date-line.tsx'
import type { Arrangement } from './layout/grid-layout.ts'

/** Pixels kept free above a file that is scrolled into view: the date or the head of the list is there. */
const ABOVE = { grid: DATE_LINE + 8, list: 44 }

/**
 * Scrolls the active file into view and keeps the focus on it, even when it must be loaded first, or when the file that
 * had the focus leaves the list.
 */
export function useFocus(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  arrangement: { peek(): Arrangement },
) {
  const isInside = useRef(false)

  const focusActive = (): void => {
    const file = content.current?.querySelector<HTMLElement>(`[data-index="${active.peek()}"] a`)
    // The list itself, so that the keys keep working until the file is there.
    const target = file ?? content.current
    target?.focus({ preventScroll: true })
  }

  useEffect(
    () =>
      onReveal((index, { focus }) => {
        const outer = scroller.current
        if (outer === null) return
        const start = content.current?.offsetTop ?? 0
        const { top, height } = arrangement.peek().box(index)
        const above = start + top - ABOVE[place.peek().layout]
        const below = start + top + height + 8 - outer.clientHeight
        if (above < outer.scrollTop) outer.scrollTop = above
        else if (below > outer.scrollTop) outer.scrollTop = below
        if (!focus) return
        isInside.current = true
        // It may have to be drawn first.
        requestAnimationFrame(focusActive)
      }),
    [scroller, content, arrangement],
  )

  useLayoutEffect(() => {
    if (!isInside.current || isDialogOpen()) return
    const { activeElement } = document
    const isLost = activeElement === document.body || activeElement === content.current
    if (isLost && at(active.peek()) !== undefined) focusActive()
  })

  return {
    tabIndex: -1,
    onFocusIn: () => {
      isInside.current = true
    },
    onFocusOut: ({ target }: FocusEvent) => {
      // An element that is removed from the page loses the focus, but nobody went elsewhere.
      queueMicrotask(() => {
        isInside.current = target instanceof Element && !target.isConnected
      })
    },
  }
}
