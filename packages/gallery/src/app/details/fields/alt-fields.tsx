import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { language } from '../../words/language.ts'
import { t } from '../../words/words.ts'
import { LANGUAGES, languageName } from './languages.ts'
import { TextField } from './text-field.tsx'

/** The alternative text of a file in each language, for people who cannot see it. */
export function AltFields({
  alt,
  onType,
  ...rest
}: {
  readonly alt: Readonly<Record<string, string>>
  readonly onType: (alt: Readonly<Record<string, string>>) => void
  readonly readOnly: boolean
  readonly maxLength: number
  readonly onSave: () => void
  readonly onRevert: () => void
}): JSX.Element {
  const added = useSignal<readonly string[]>([])
  const own = language.value.tag.split('-', 1)[0] ?? 'en'
  const said = Object.keys(alt)
  // There is no field for a text that nobody may write and nobody has written.
  const first = rest.readOnly ? [] : [own]
  const shown = [...new Set([...(said.length > 0 ? said : first), ...added.value])]
  const others = LANGUAGES.filter((tag) => !shown.includes(tag))
  return (
    <>
      {shown.map((tag) => (
        <TextField
          key={tag}
          {...rest}
          multiline
          field="alt"
          label={
            shown.length === 1 && tag === own
              ? t('details.alt')
              : t('details.altIn', { language: languageName(tag) })
          }
          lang={tag}
          value={alt[tag] ?? ''}
          placeholder={t('details.altHint')}
          onType={(text) => onType({ ...alt, [tag]: text })}
        />
      ))}
      {!rest.readOnly && (
        <select
          class="add-language"
          aria-label={t('details.addLanguage')}
          value=""
          onChange={({ currentTarget }) => {
            if (currentTarget.value !== '') added.value = [...added.value, currentTarget.value]
          }}
        >
          <option value="">{t('details.addLanguage')}</option>
          {others.map((tag) => (
            <option key={tag} value={tag}>
              {languageName(tag)}
            </option>
          ))}
        </select>
      )}
    </>
  )
}
