interface Point {
  readonly x: number
  readonly y: number
}

interface Gestures {
  readonly onZoom: (factor: number, at: Point) => void
  readonly onMove: (x: number, y: number) => void
  /** One finger moved this far to the right (negative: to the left) and was lifted. */
  readonly onSwipe: (x: number) => void
  readonly onDouble: (at: Point) => void
}

/** Turns wheel, mouse and fingers into zooming and moving. Returns a function that ends it. */
export function followPointers(element: HTMLElement, gestures: Gestures): () => void {
  const down = new Map<number, Point>()
  let start: Point | null = null
  let pinched = false
  const ended = new AbortController()
  const listen = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    listener: (event: HTMLElementEventMap[Name]) => void,
  ): void => element.addEventListener(name, listener, { signal: ended.signal, passive: false })

  listen('wheel', (event) => {
    event.preventDefault()
    // A wheel counts in lines or in pixels; a pinch on a touchpad arrives as a wheel with Ctrl, in small steps.
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1)
    gestures.onZoom(Math.exp(-pixels / (event.ctrlKey ? 100 : 400)), pointOf(event))
  })
  listen('dblclick', (event) => gestures.onDouble(pointOf(event)))
  listen('pointerdown', (event) => {
    if (event.button !== 0) return
    element.setPointerCapture(event.pointerId)
    down.set(event.pointerId, pointOf(event))
    start = down.size === 1 ? pointOf(event) : null
    pinched = down.size > 1
  })
  listen('pointermove', (event) => {
    const before = down.get(event.pointerId)
    if (before === undefined) return
    const now = pointOf(event)
    const other = [...down].find(([id]) => id !== event.pointerId)?.[1]
    down.set(event.pointerId, now)
    if (other !== undefined)
      gestures.onZoom(distance(now, other) / distance(before, other), middle(now, other))
    else gestures.onMove(now.x - before.x, now.y - before.y)
  })
  const up = (event: PointerEvent): void => {
    if (!down.delete(event.pointerId)) return
    if (event.type === 'pointerup' && event.pointerType === 'touch' && start !== null && !pinched) {
      gestures.onSwipe(event.clientX - start.x)
    }
    start = null
  }
  listen('pointerup', up)
  listen('pointercancel', up)
  return () => ended.abort()
}

function pointOf({ clientX, clientY }: MouseEvent): Point {
  return { x: clientX, y: clientY }
}

function distance(one: Point, other: Point): number {
  return Math.max(1, Math.hypot(one.x - other.x, one.y - other.y))
}

function middle(one: Point, other: Point): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 }
}
