/** What people and the app say about an asset. */
export const OWN_DATA_SCHEMAS = {
  title: { type: ['string', 'null'], minLength: 1, maxLength: 255, description: 'Null: none.' },
  alt: {
    type: 'object',
    additionalProperties: { type: 'string', minLength: 1, maxLength: 1000 },
    maxProperties: 100,
    examples: [{ en: 'A red bicycle', 'pt-BR': 'Uma bicicleta vermelha' }],
    description: 'What it shows, by language tag, for those who do not see it.',
  },
  tags: {
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: 64 },
    maxItems: 100,
    description: 'No two are the same but for case.',
  },
  metadata: {
    type: 'object',
    additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
    maxProperties: 64,
    description: 'Of the app itself. At most 16 KiB as JSON.',
  },
} as const

const text = { type: 'string' } as const

/** The same as text fields of upload forms, which come before the file. */
export const OWN_DATA_FIELDS: Readonly<Record<string, object>> = {
  folder_id: { ...text, description: 'The folder that the files behind it come to lie in.' },
  external_id: {
    ...text,
    maxLength: 255,
    description: 'Of the next file: what another system calls it, unique in the tenant.',
  },
  title: { ...text, maxLength: 255, description: 'Of the next file.' },
  alt: { ...text, description: 'Of the next file: JSON, such as `{"en":"A red bicycle"}`.' },
  tags: { ...text, description: 'Of the files behind it: JSON, such as `["a","b"]`.' },
  metadata: { ...text, description: 'Of the files behind it: JSON, such as `{"client":"acme"}`.' },
}
