import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import type { FieldName } from '../../widgets/field-names.ts'
import { TextInput } from '../../widgets/text-input.tsx'

/** A field that is saved when it is left, or by Enter. Escape takes back what was typed. */
export function TextField(props: {
  readonly field: FieldName
  readonly label: string
  readonly value: string
  readonly placeholder?: string
  readonly lang?: string
  readonly maxLength: number
  readonly readOnly: boolean
  /** Several lines: Enter begins another one. */
  readonly multiline?: boolean
  readonly onType: (value: string) => void
  readonly onSave: () => void
  readonly onRevert: () => void
}): JSX.Element {
  const { label, multiline = false, onType, onSave, onRevert, ...rest } = props
  const id = useId()
  const reverted = useSignal(0)
  return (
    <div class="text-field">
      <label class="field-label" for={id}>
        {label}
      </label>
      <TextInput
        {...rest}
        id={id}
        multiline={multiline}
        autocomplete="off"
        version={reverted.value}
        onType={(text) => onType(text)}
        onLeave={onSave}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            // The panel itself stays open.
            event.stopPropagation()
            onRevert()
            reverted.value += 1
          } else if (event.key === 'Enter' && (!multiline || event.ctrlKey || event.metaKey)) {
            event.preventDefault()
            onSave()
          }
        }}
      />
    </div>
  )
}
