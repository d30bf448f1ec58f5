/** A point of a picture, in shares of its width and height. */
export interface Focus {
  readonly x: number
  readonly y: number
}

/** How far an arrow key moves the point. */
const STEP = 0.05

const STEPS: Readonly<Record<string, Focus>> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
}

/** Where the pointer is over the element. */
export function pointIn(
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
  element: Pick<Element, 'getBoundingClientRect'>,
): Focus {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: share((clientX - left) / width), y: share((clientY - top) / height) }
}

/** The point after this key; `null` for a key that moves nothing. */
export function movedBy({ x, y }: Focus, key: string): Focus | null {
  const step = STEPS[key]
  return step === undefined ? null : { x: share(x + step.x), y: share(y + step.y) }
}

/** 0 to 1, in steps that a person sees. */
function share(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000
}
