import { useSignal } from '@preact/signals'
import type { ComponentChildren, JSX } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { IconButton } from '../../widgets/button.tsx'
import { formatPercent } from '../../words/formats.ts'
import { t } from '../../words/words.ts'
import { step } from '../viewer.ts'
import { followPointers } from './pointers.ts'
import { fitted, type Size, UNZOOMED, within, type Zoom, zoomAt } from './zoom.ts'

const STEP = 1.5
/** A swipe that is this long, in pixels, goes on to the next file. */
const SWIPE = 60

/** Zooms a picture by wheel, two fingers, double click, buttons and keys, and moves it once it is larger. */
export function ZoomPlace({
  size,
  children,
}: {
  /** Of the picture; `null`: unknown, so it fills the place. */
  size: Size | null
  children: ComponentChildren
}): JSX.Element {
  const element = useRef<HTMLDivElement>(null)
  const zoom = useSignal<Zoom>(UNZOOMED)

  const change = (next: (zoom: Zoom) => Zoom): void => {
    const { clientWidth: width, clientHeight: height } = element.current ?? {
      clientWidth: 0,
      clientHeight: 0,
    }
    const place = { width, height }
    zoom.value = within(next(zoom.value), size === null ? place : fitted(size, place), place)
  }
  const zoomBy = (factor: number): void => change((now) => zoomAt(now, factor, { x: 0, y: 0 }))

  useLayoutEffect(() => {
    const place = element.current
    if (place === null) return
    const fromMiddle = (point: { x: number; y: number }) => {
      const { left, top, width, height } = place.getBoundingClientRect()
      return { x: point.x - left - width / 2, y: point.y - top - height / 2 }
    }
    return followPointers(place, {
      onZoom: (factor, point) => change((now) => zoomAt(now, factor, fromMiddle(point))),
      onMove: (x, y) => change((now) => ({ ...now, x: now.x + x, y: now.y + y })),
      onSwipe: (x) => {
        if (zoom.peek().scale === 1 && Math.abs(x) >= SWIPE) step(x < 0 ? 1 : -1)
      },
      onDouble: (point) => {
        if (zoom.peek().scale > 1) zoom.value = UNZOOMED
        else change((now) => zoomAt(now, 3, fromMiddle(point)))
      },
    })
  }, [])

  const { scale, x, y } = zoom.value
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === '+' || event.key === '=') zoomBy(STEP)
    else if (event.key === '-') zoomBy(1 / STEP)
    else if (event.key === '0') zoom.value = UNZOOMED
    else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a way in for keys; the buttons below do the same.
    <div class="zoom" onKeyDown={onKeyDown}>
      <div ref={element} class={scale > 1 ? 'zoom-place zoom-in' : 'zoom-place'}>
        <div
          class="zoom-content"
          style={{ transform: `translate(${x}px, ${y}px) scale(${scale})` }}
        >
          {children}
        </div>
      </div>
      <fieldset class="zoom-bar" aria-label={t('details.zoom')}>
        <IconButton
          icon="minus"
          label={t('details.zoomOut')}
          disabled={scale === 1}
          onClick={() => zoomBy(1 / STEP)}
        />
        <output class="zoom-scale">{formatPercent(scale)}</output>
        <IconButton icon="plus" label={t('details.zoomIn')} onClick={() => zoomBy(STEP)} />
      </fieldset>
    </div>
  )
}
