import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { Button } from '../widgets/button.tsx'
import { Dialog } from '../widgets/dialog.tsx'
import { TagsInput } from '../widgets/tags-input.tsx'
import { t } from '../words/words.ts'

export interface ChangedTags {
  readonly add: readonly string[]
  readonly remove: readonly string[]
}

/** Asks which tags the files get, and which of their tags they lose. */
export function TagDialog({
  title,
  known,
  onSave,
  onClose,
}: {
  title: string
  known: readonly string[]
  onSave: (tags: ChangedTags) => void
  onClose: () => void
}): JSX.Element {
  const add = useSignal<readonly string[]>([])
  const remove = useSignal<readonly string[]>([])
  const toggle = (tag: string): void => {
    remove.value = remove.value.includes(tag)
      ? remove.value.filter((other) => other !== tag)
      : [...remove.value, tag]
  }
  return (
    <Dialog
      name="tags"
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" onClick={() => onSave({ add: add.value, remove: remove.value })}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <TagsInput
        field="tags-to-add"
        label={t('actions.addTags')}
        value={add.value}
        onChange={(tags) => (add.value = tags)}
      />
      {known.length > 0 ? (
        <fieldset class="tag-choices">
          <legend>{t('actions.removeTags')}</legend>
          {known.map((tag) => (
            <label
              key={tag}
              class={remove.value.includes(tag) ? 'tag-chip tag-chip-removed' : 'tag-chip'}
            >
              <input
                type="checkbox"
                checked={remove.value.includes(tag)}
                onChange={() => toggle(tag)}
              />
              {tag}
            </label>
          ))}
        </fieldset>
      ) : (
        <TagsInput
          field="tags-to-remove"
          label={t('actions.removeTags')}
          value={remove.value}
          onChange={(tags) => (remove.value = tags)}
        />
      )}
    </Dialog>
  )
}
