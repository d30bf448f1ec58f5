import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { knownTags } from '../listing/known-tags.ts'
import { Button } from '../widgets/button.tsx'
import { Dialog } from '../widgets/dialog.tsx'
import { TagsInput } from '../widgets/tags-input.tsx'
import { t } from '../words/words.ts'
import type { ChangedTags } from './tags-before.ts'

/**
 * Asks which tags the files get, and which of their tags they lose. `present`: those that they have, as far as is known;
 * `isAll`: they have no others.
 */
export function TagDialog({
  title,
  present,
  isAll,
  onSave,
  onClose,
}: {
  title: string
  present: readonly string[]
  isAll: boolean
  onSave: (tags: ChangedTags) => void
  onClose: () => void
}): JSX.Element {
  const add = useSignal<readonly string[]>([])
  const remove = useSignal<readonly string[]>([])
  const others = useSignal<readonly string[]>([])
  const toggle = (tag: string): void => {
    remove.value = remove.value.includes(tag)
      ? remove.value.filter((other) => other !== tag)
      : [...remove.value, tag]
  }
  const save = (): void => onSave({ add: add.value, remove: [...remove.value, ...others.value] })
  return (
    <Dialog
      name="tags"
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" onClick={save}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <TagsInput
        field="tags-to-add"
        label={t('actions.addTags')}
        value={add.value}
        offered={knownTags.value}
        onChange={(tags) => (add.value = tags)}
      />
      {present.length > 0 && (
        <fieldset class="tag-choices">
          <legend>{t('actions.removeTags')}</legend>
          {present.map((tag) => (
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
      )}
      {!isAll && (
        <TagsInput
          field="tags-to-remove"
          label={present.length > 0 ? t('actions.removeOtherTags') : t('actions.removeTags')}
          value={others.value}
          offered={knownTags.value.filter((tag) => !present.includes(tag))}
          onChange={(tags) => (others.value = tags)}
        />
      )}
    </Dialog>
  )
}
