import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { TextInput, type TextInputProps } from './text-input.tsx'

/** Milliseconds after the last letter until the text counts. */
const PAUSE = 180

export interface LiveInputProps
  extends Omit<TextInputProps, 'value' | 'version' | 'onType' | 'onLeave'> {
  /** What the page says, read from signals. */
  readonly read: () => string
  /** Gets what was typed a moment after the last letter, and at once when the field is left. */
  readonly write: (text: string) => void
}

/**
 * A field that the page follows while the person types. It also takes changes made elsewhere, such as by going back.
 */
export function LiveInput({ read, write, ...rest }: LiveInputProps): JSX.Element {
  const value = read()
  const typed = useSignal<string | null>(null)
  const version = useSignal(0)
  const known = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const settle = (): void => {
    if (timer.current === undefined) return
    clearTimeout(timer.current)
    timer.current = undefined
    if (typed.value !== null) write(typed.value)
    known.current = read()
  }
  useLayoutEffect(() => {
    if (value === known.current) return
    known.current = value
    if (timer.current !== undefined) return
    typed.value = null
    version.value += 1
  }, [value, typed, version])
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <TextInput
      {...rest}
      value={typed.value ?? value}
      version={version.value}
      onType={(text) => {
        typed.value = text
        clearTimeout(timer.current)
        timer.current = setTimeout(settle, PAUSE)
      }}
      onLeave={() => {
        settle()
        typed.value = null
      }}
    />
  )
}
