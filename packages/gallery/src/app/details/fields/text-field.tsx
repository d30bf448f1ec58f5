import type { JSX } from 'preact'
import { useId } from 'preact/hooks'

/** A field that is saved when it is left, or by Enter. Escape takes back what was typed. */
export function TextField(props: {
  readonly label: string
  readonly value: string
  readonly placeholder?: string
  readonly lang?: string
  readonly maxLength: number
  readonly readOnly: boolean
  /** More than a line: Enter begins another one. */
  readonly multiline?: boolean
  readonly onType: (value: string) => void
  readonly onSave: () => void
  readonly onRevert: () => void
}): JSX.Element {
  const { label, multiline = false, onType, onSave, onRevert, ...rest } = props
  const id = useId()
  const onKeyDown = (event: KeyboardEvent & { currentTarget: HTMLElement }): void => {
    if (event.key === 'Escape') {
      // The panel itself stays open.
      event.stopPropagation()
      onRevert()
    } else if (event.key === 'Enter' && (!multiline || event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      onSave()
    }
  }
  return (
    <div class="text-field">
      <label class="field-label" for={id}>
        {label}
      </label>
      {multiline ? (
        <textarea
          {...rest}
          id={id}
          class="field"
          rows={2}
          onInput={({ currentTarget }) => onType(currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={onSave}
        />
      ) : (
        <input
          {...rest}
          id={id}
          class="field"
          autocomplete="off"
          onInput={({ currentTarget }) => onType(currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={onSave}
        />
      )}
    </div>
  )
}
