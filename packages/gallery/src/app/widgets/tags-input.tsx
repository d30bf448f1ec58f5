import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useId, useRef } from 'preact/hooks'
import { t } from '../words/words.ts'
import type { FieldName } from './field-names.ts'
import { Icon } from './icon.tsx'
import { addTags, tagsOf } from './tags-of.ts'
import { TextInput } from './text-input.tsx'

/** What the service allows. */
const MAX_TAGS = 100
const MAX_LENGTH = 64

/**
 * A field for tags: Enter, a comma, or leaving the field ends a tag. Backspace and the left arrow lead from the empty
 * field to the tags, where Backspace removes one. `offered`: tags to choose from while typing.
 */
export function TagsInput(props: {
  readonly field: FieldName
  readonly label: string
  readonly value: readonly string[]
  readonly readOnly?: boolean
  readonly offered?: readonly string[]
  readonly onChange: (tags: readonly string[]) => void
}): JSX.Element {
  const { field, label, value, readOnly = false, offered = [], onChange } = props
  const id = useId()
  const control = useRef<HTMLDivElement>(null)
  const said = useSignal('')
  // Two tags may end before the first is drawn.
  const tags = useRef(value)
  tags.current = value

  function change(next: readonly string[], text: string): void {
    tags.current = next
    said.value = text
    onChange(next)
  }
  function add(texts: readonly string[]): void {
    const next = addTags(tags.current, texts).slice(0, MAX_TAGS)
    const added = next.slice(tags.current.length)
    if (added.length > 0) change(next, t('widgets.tagAdded', { tag: added.join(', ') }))
  }
  function remove(tag: string): void {
    change(
      tags.current.filter((other) => other !== tag),
      t('widgets.tagRemoved', { tag }),
    )
  }
  /** The elements that the arrow keys go through: the button of each tag, and the field at the end. */
  function stops(): HTMLElement[] {
    return [...(control.current?.querySelectorAll<HTMLElement>('.tag-chip-remove, input') ?? [])]
  }
  function onChipKey(event: KeyboardEvent, index: number): void {
    const { key } = event
    const isRemoval = key === 'Backspace' || key === 'Delete'
    const to = { ArrowLeft: index - 1, ArrowRight: index + 1 }[key]
    if (!isRemoval && to === undefined) return
    // Elsewhere on the page these keys act on whole files.
    event.preventDefault()
    event.stopPropagation()
    if (to !== undefined) {
      stops()[Math.max(0, to)]?.focus()
      return
    }
    stops()
      .at(index - 1 < 0 ? index + 1 : index - 1)
      ?.focus()
    const tag = tags.current[index]
    if (tag !== undefined) remove(tag)
  }

  return (
    <div class="tags-input">
      <label class="field-label" for={id}>
        {label}
      </label>
      <div
        class={readOnly ? 'tags-control field is-read-only' : 'tags-control field'}
        ref={control}
      >
        {value.map((tag, index) => (
          <span key={tag} class="tag-chip">
            {tag}
            {!readOnly && (
              <button
                type="button"
                class="tag-chip-remove"
                tabIndex={-1}
                aria-label={t('widgets.removeTag', { tag })}
                onClick={() => remove(tag)}
                onKeyDown={(event) => onChipKey(event, index)}
              >
                <Icon name="close" size={14} />
              </button>
            )}
          </span>
        ))}
        {!readOnly && (
          <TextInput
            id={id}
            field={field}
            class="tags-field"
            autocomplete="off"
            list={`${id}-offered`}
            maxLength={MAX_LENGTH}
            placeholder={t('widgets.addTag')}
            value=""
            onType={(text, input) => {
              const [rest = '', ...ended] = tagsOf(text).toReversed()
              if (ended.length === 0) return
              input.value = rest
              add(ended.toReversed())
            }}
            onLeave={({ value: text }) => add([text])}
            onPaste={(event) => {
              const texts = tagsOf(event.clipboardData?.getData('text') ?? '')
              if (texts.length < 2) return
              event.preventDefault()
              add(texts)
            }}
            onKeyDown={(event) => {
              const { currentTarget: input, key, repeat, isComposing } = event
              if (isComposing) return
              if (key === 'Enter') {
                event.preventDefault()
                add([input.value])
                input.value = ''
              } else if (key === 'Escape' && input.value !== '' && !input.closest('dialog')) {
                event.stopPropagation()
                input.value = ''
              } else if ((key === 'Backspace' || key === 'ArrowLeft') && input.value === '') {
                if (!repeat) stops().at(-2)?.focus()
              }
            }}
          />
        )}
      </div>
      {!readOnly && (
        <datalist id={`${id}-offered`}>
          {addTags(value, offered)
            .slice(value.length)
            .map((tag) => (
              <option key={tag} value={tag} />
            ))}
        </datalist>
      )}
      <span class="hidden" role="status">
        {said}
      </span>
    </div>
  )
}
