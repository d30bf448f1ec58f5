import { type ReadonlySignal, useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'

/** The visible part of the list, in pixels from its beginning. */
export interface View {
  readonly top: number
  readonly height: number
  readonly width: number
}

/** Follows the scrolling and the size of `scroller`, which contains `content`: another element in each layout. */
export function useView(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  layout: string,
): ReadonlySignal<View> {
  const view = useSignal<View>({ top: 0, height: 0, width: 0 })
  useLayoutEffect(() => {
    const outer = scroller.current
    const inner = content.current
    if (outer === null || inner === null) return
    const measure = (): void => {
      const gutter = `${outer.offsetWidth - outer.clientWidth}px`
      const { style } = outer.parentElement ?? outer
      if (style.getPropertyValue('--gutter') !== gutter) style.setProperty('--gutter', gutter)
      const next = {
        top: outer.scrollTop - inner.offsetTop,
        height: outer.clientHeight,
        width: inner.clientWidth,
      }
      const { top, height, width } = view.peek()
      if (next.top !== top || next.height !== height || next.width !== width) view.value = next
    }
    const sizes = new ResizeObserver(measure)
    sizes.observe(outer)
    sizes.observe(inner)
    outer.addEventListener('scroll', measure, { passive: true })
    measure()
    return () => {
      sizes.disconnect()
      outer.removeEventListener('scroll', measure)
    }
  }, [scroller, content, view, layout])
  return view
}
