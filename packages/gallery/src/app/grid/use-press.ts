import { useRef } from 'preact/hooks'

/** Milliseconds for which a finger must rest. */
const LONG = 450
/** Pixels that it may move meanwhile. */
const STILL = 10

/** Calls back when a finger rests on an element; `isOver` says that the click which follows does not count. */
export function useLongPress(onLongPress: () => void) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null)
  const wasLong = useRef(false)
  const end = (): void => {
    clearTimeout(press.current?.timer)
    press.current = null
  }
  return {
    /** Whether the click that comes now ends a long press. */
    isOver: (): boolean => {
      const over = wasLong.current
      wasLong.current = false
      return over
    },
    handlers: {
      onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
        wasLong.current = false
        if (pointerType !== 'touch') return
        const timer = setTimeout(() => {
          wasLong.current = true
          press.current = null
          onLongPress()
        }, LONG)
        press.current = { timer, x, y }
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        if (press.current === null) return
        const { x, y } = press.current
        if (Math.hypot(clientX - x, clientY - y) > STILL) end()
      },
      onPointerUp: end,
      onPointerCancel: end,
      onContextMenu: (event: MouseEvent) => {
        if (wasLong.current || press.current !== null) event.preventDefault()
      },
    },
  }
}
