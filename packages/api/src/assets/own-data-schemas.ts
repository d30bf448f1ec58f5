import type { OwnData } from '@stowage/core'
import { MAX_EXTERNAL_ID, OWN_DATA_LIMITS } from '@stowage/core/internal'
import { nullable } from '../openapi/schema-parts.ts'
import { metadataValue, shortText, tag, words } from '../openapi/text-schemas.ts'

const { title, alt, languages, language, tags, members, memberName } = OWN_DATA_LIMITS
/** A language tag (BCP 47), without the obsolete forms. */
const LANGUAGE =
  '^(?:[A-Za-z]{2,3}|[A-Za-z]{5,8})(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|\\d{3}))?(?:-(?:[A-Za-z\\d]{5,8}|\\d[A-Za-z\\d]{3}))*(?:-[A-Wa-wY-Zy-z\\d](?:-[A-Za-z\\d]{2,8})+)*(?:-[Xx](?:-[A-Za-z\\d]{1,8})+)?$'

const share = { type: 'number', minimum: 0, maximum: 1 } as const

/** What people and the app say about an asset. */
export const OWN_DATA_SCHEMAS: Readonly<Record<keyof OwnData, object>> = {
  title: { ...words(title), type: ['string', 'null'], description: 'Null: none.' },
  alt: {
    type: 'object',
    propertyNames: { maxLength: language, pattern: LANGUAGE },
    additionalProperties: words(alt),
    maxProperties: languages,
    examples: [{ en: 'A red bicycle', 'pt-BR': 'Uma bicicleta vermelha' }],
    description:
      'What it shows, by language tag, for those who do not see it. At most 32 KiB as JSON.',
  },
  tags: {
    type: 'array',
    items: tag,
    maxItems: tags,
    description: 'No two are the same but for case.',
  },
  metadata: {
    type: 'object',
    propertyNames: shortText(memberName),
    additionalProperties: metadataValue,
    maxProperties: members,
    description: 'Of the app itself. At most 16 KiB as JSON.',
  },
  focus: {
    ...nullable({
      type: 'object',
      properties: { x: share, y: share },
      required: ['x', 'y'],
      additionalProperties: false,
    }),
    description:
      'What cropped variants keep in view, in shares of width and height. Null: the centre.',
  },
}

const text = { type: 'string' } as const

/** The same as text fields of upload forms, which come before the file. */
export const OWN_DATA_FIELDS: Readonly<Record<string, object>> = {
  folder_id: { ...text, description: 'The folder that the files behind it come to lie in.' },
  external_id: {
    ...text,
    maxLength: MAX_EXTERNAL_ID,
    description: 'Of the next file: what another system calls it, unique in the tenant.',
  },
  title: { ...text, maxLength: title, description: 'Of the next file.' },
  alt: { ...text, description: 'Of the next file: JSON, such as `{"en":"A red bicycle"}`.' },
  tags: { ...text, description: 'Of the files behind it: JSON, such as `["a","b"]`.' },
  metadata: { ...text, description: 'Of the files behind it: JSON, such as `{"client":"acme"}`.' },
  focus: { ...text, description: 'Of the next file: JSON, such as `{"x":0.5,"y":0.25}`.' },
}
