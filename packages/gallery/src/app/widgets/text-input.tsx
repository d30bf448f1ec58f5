import type { InputHTMLAttributes, JSX, TargetedFocusEvent } from 'preact'
import { useLayoutEffect, useReducer, useRef } from 'preact/hooks'
import type { FieldName } from './field-names.ts'

export type TextElement = HTMLInputElement | HTMLTextAreaElement

export interface TextInputProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onInput' | 'onChange' | 'onBlur'> {
  readonly field: FieldName
  /** Shown while nobody types here. */
  readonly value: string
  /** Another number makes the field take `value` although it has the focus, such as when it is cleared. */
  readonly version?: number
  readonly multiline?: boolean
  /** The id of a list of suggestions. */
  readonly list?: string
  readonly onType: (text: string, element: TextElement) => void
  readonly onLeave?: ((element: TextElement) => void) | undefined
}

/**
 * The only field for text. What is typed belongs to the field until it is left: the page hears of each letter and never
 * writes one back, because its value is older than the letters that are on their way.
 */
export function TextInput(props: TextInputProps): JSX.Element {
  const { field, value, version = 0, multiline = false, onType, onLeave, ...rest } = props
  const element = useRef<TextElement>(null)
  const taken = useRef(version)
  const [, drawAgain] = useReducer((count: number) => count + 1, 0)
  useLayoutEffect(() => {
    const input = element.current
    if (input === null) return
    const isTold = taken.current !== version
    taken.current = version
    if (document.activeElement === input && !isTold) return
    if (input.value !== value) input.value = value
  })
  const shared = {
    ...rest,
    class: rest.class ?? 'field',
    'data-field': field,
    onInput: ({ currentTarget }: { currentTarget: TextElement }) =>
      onType(currentTarget.value, currentTarget),
    onBlur: ({ currentTarget }: TargetedFocusEvent<TextElement>) => {
      onLeave?.(currentTarget)
      // From now on the field shows the page's value, which is known once the page was drawn.
      drawAgain(undefined)
    },
  }
  return multiline ? (
    <textarea
      rows={2}
      {...(shared as object)}
      ref={element as { current: HTMLTextAreaElement | null }}
    />
  ) : (
    <input {...(shared as object)} ref={element as { current: HTMLInputElement | null }} />
  )
}
