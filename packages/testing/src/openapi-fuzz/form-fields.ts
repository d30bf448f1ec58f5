import { type RawPart, rawForm } from '../http/raw-http.ts'
import type { Choices } from '../seeds/choices.ts'
import { pickFrom } from './pick-from.ts'
import type { Description, Schema, Schemas } from './schema.ts'
import type { Values } from './values.ts'

/** A form, and which of its fields the description does not allow. */
export interface MadeForm {
  readonly body: Buffer
  /** The values of its text fields. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly forbidden: readonly string[]
}

/** Fields whose text is JSON: only the prose of the description says that JSON bodies have the same under that name. */
const JSON_FIELDS = ['alt', 'tags', 'metadata', 'focus']
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}]/gu
/** Few contents, so that some are already stored. */
const CONTENTS = ['', 'a', 'some bytes']

/** Makes forms as a schema describes them, with the text fields before the files. */
export function formsOf(
  { components }: Description,
  schemas: Schemas,
  values: Values,
  random: Choices,
) {
  const ownData = components.schemas.AssetOwnData?.properties ?? {}

  return (form: Schema, isSpoilt: boolean): MadeForm => {
    const { properties = {}, required = [] } = schemas.resolve(form)
    const texts: RawPart[] = []
    const files: RawPart[] = []
    const forbidden: string[] = []
    const fields: Record<string, unknown> = {}
    for (const [name, described] of Object.entries(properties)) {
      if (required.includes(name)) {
        if (isSpoilt && random.chance(0.1)) forbidden.push(name)
        else files.push(filePart(name, pickFrom(random, CONTENTS)))
      } else if (random.chance(0.3)) {
        const isJson = JSON_FIELDS.includes(name)
        // The form's own description of some fields, such as the title, says less.
        const schema = ownData[name] ?? described
        const value = fieldValue(name, schema, isSpoilt)
        // An empty text counts as no value.
        const text = isJson ? JSON.stringify(value) : String(value)
        const isEmpty = text === '' && schema !== described
        if (!isEmpty && !schemas.isValid(schema, value)) forbidden.push(name)
        texts.push(textPart(name, text))
        fields[name] = value
      }
    }
    return { body: rawForm([...texts, ...files]), fields, forbidden }
  }

  function fieldValue(name: string, schema: Schema, isSpoilt: boolean): unknown {
    if (name === 'folder_id') return pickFrom(random, ['null', ...values.ids])
    const whole = values.valid(schema)
    const value = isSpoilt && random.chance(0.5) ? values.spoilt(whole) : whole
    // The form's description does not say that they are refused.
    if (name === 'external_id') return String(value).replaceAll(UNPRINTABLE, '')
    // As the service reads it.
    return JSON_FIELDS.includes(name) ? JSON.parse(JSON.stringify(value)) : String(value)
  }
}

function textPart(name: string, content: string): RawPart {
  return { header: [`Content-Disposition: form-data; name="${name}"`], content }
}

function filePart(name: string, content: string): RawPart {
  return {
    header: [`Content-Disposition: form-data; name="${name}"; filename="a.txt"`],
    content,
  }
}
