import { normalizeProps, useMachine } from '@zag-js/preact'
import * as tagsInput from '@zag-js/tags-input'
import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import { t } from '../words/words.ts'
import { Icon } from './icon.tsx'

/** What the service allows. */
const MAX_TAGS = 100
const MAX_LENGTH = 64

/** A field of tags: Enter or a comma ends one, the backspace key takes the last one back. */
export function TagsInput({
  label,
  value,
  readOnly = false,
  onChange,
}: {
  label: string
  value: readonly string[]
  readOnly?: boolean
  onChange: (tags: string[]) => void
}): JSX.Element {
  const service = useMachine(tagsInput.machine, {
    id: useId(),
    value: [...value],
    onValueChange: (details) => onChange(details.value),
    readOnly,
    blurBehavior: 'add',
    addOnPaste: true,
    max: MAX_TAGS,
    maxLength: MAX_LENGTH,
    validate: ({ inputValue, value: tags }) =>
      !tags.some((tag) => tag.toLowerCase() === inputValue.trim().toLowerCase()),
    translations: {
      deleteTagTriggerLabel: (tag) => t('widgets.removeTag', { tag }),
      tagAdded: (tag) => t('widgets.tagAdded', { tag }),
      tagDeleted: (tag) => t('widgets.tagRemoved', { tag }),
      tagEdited: (tag) => t('widgets.tagEdited', { tag }),
      tagSelected: (tag) => t('widgets.tagSelected', { tag }),
      tagUpdated: (tag) => t('widgets.tagAdded', { tag }),
      tagsPasted: (tags) => t('widgets.tagAdded', { tag: tags.join(', ') }),
      clearTriggerLabel: t('common.remove'),
      inputLabel: () => label,
      noTagsSelected: '',
    },
  })
  const api = tagsInput.connect(service, normalizeProps)
  return (
    <div {...api.getRootProps()} class="tags-input">
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the library says which field it is for. */}
      <label {...api.getLabelProps()} class="field-label">
        {label}
      </label>
      <div {...api.getControlProps()} class="tags-control field">
        {api.value.map((tag, index) => (
          <span key={tag} {...api.getItemProps({ index, value: tag })}>
            <span {...api.getItemPreviewProps({ index, value: tag })} class="tag-chip">
              {tag}
              {!readOnly && (
                <button
                  {...api.getItemDeleteTriggerProps({ index, value: tag })}
                  class="tag-chip-remove"
                >
                  <Icon name="close" size={14} />
                </button>
              )}
            </span>
            <input
              {...(api.getItemInputProps({ index, value: tag }) as object)}
              class="tag-chip-edit"
            />
          </span>
        ))}
        {!readOnly && (
          <input
            {...(api.getInputProps() as object)}
            class="tags-field"
            placeholder={t('widgets.addTag')}
          />
        )}
      </div>
    </div>
  )
}
