import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import { Copy } from './copy.tsx'

/** A text to copy. A click into it selects all of it, for browsers that cannot copy. */
export function CopyField({
  label,
  text,
  copyLabel,
}: {
  label: string
  text: string
  copyLabel: string
}): JSX.Element {
  const id = useId()
  return (
    <div class="copy-field">
      <label class="field-label" for={id}>
        {label}
      </label>
      <div class="copy-row">
        <input
          id={id}
          class="field"
          readOnly
          value={text}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Copy text={text} label={copyLabel} />
      </div>
    </div>
  )
}
