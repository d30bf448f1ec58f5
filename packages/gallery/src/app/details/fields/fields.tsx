import type { Asset } from '@stowage/client'
import type { JSX } from 'preact'
import { knownTags } from '../../listing/known-tags.ts'
import { may } from '../../session/session.ts'
import { TagsInput } from '../../widgets/tags-input.tsx'
import { t } from '../../words/words.ts'
import { isTrashed } from '../detail.ts'
import { AltFields } from './alt-fields.tsx'
import { drafts, type } from './drafts.ts'
import { type Edited, editedOf } from './edited.ts'
import { FocusField } from './focus-field.tsx'
import { discard, save } from './save.ts'
import { SaveNotice } from './save-notice.tsx'
import { TextField } from './text-field.tsx'

/** What people say about a file: its name, title, alternative text, tags and focus. */
export function Fields({ asset }: { asset: Asset }): JSX.Element {
  const { id } = asset
  const file = editedOf(asset)
  const shown: Edited = { ...file, ...drafts.value[id]?.typed }
  const readOnly = !may('write') || isTrashed(asset)
  const isPicture = asset.attributes.type === 'image'
  const text = {
    readOnly,
    maxLength: 255,
    onSave: () => void save(asset),
    onRevert: () => discard(id),
  }
  return (
    <section class="fields" aria-label={t('details.about')}>
      <TextField
        {...text}
        key={`${id} name`}
        field="name"
        label={t('details.name')}
        value={shown.name}
        onType={(name) => type(id, { name }, file)}
      />
      {(!readOnly || shown.title !== '') && (
        <TextField
          {...text}
          key={`${id} title`}
          field="title"
          label={t('details.title')}
          value={shown.title}
          placeholder={t('details.titleHint')}
          onType={(title) => type(id, { title }, file)}
        />
      )}
      {(isPicture || Object.keys(shown.alt).length > 0) && (
        <AltFields
          key={id}
          {...text}
          maxLength={1000}
          alt={shown.alt}
          onType={(alt) => type(id, { alt }, file)}
        />
      )}
      {(!readOnly || shown.tags.length > 0) && (
        <TagsInput
          key={`${id} tags`}
          field="tags"
          label={t('details.tags')}
          value={shown.tags}
          readOnly={readOnly}
          offered={knownTags.value}
          onChange={(tags) => {
            type(id, { tags }, file)
            void save(asset)
          }}
        />
      )}
      {isPicture && (!readOnly || shown.focus !== null) && (
        <FocusField
          key={`${id} focus`}
          asset={asset}
          focus={shown.focus}
          readOnly={readOnly}
          onType={(focus) => type(id, { focus }, file)}
          onSave={() => void save(asset)}
        />
      )}
      <SaveNotice asset={asset} />
    </section>
  )
}
