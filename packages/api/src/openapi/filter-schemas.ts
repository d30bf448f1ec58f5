import {
  ASSET_STATUSES,
  ASSET_TYPES,
  FILTERED_MEDIA_TYPE,
  MAX_EXTERNAL_ID,
  MAX_FILTER_MEMBERS,
  MAX_FILTER_TEXT,
  MAX_FILTER_VALUES,
} from '@stowage/core/ports'
import { FILTER_NAMES, FILTERS, type FilterName, SIDES } from '../http/filter-parameters.ts'
import { MAX_WHOLE, metadataValue, momentPattern, plainText, shortText } from './text-schemas.ts'

const text = shortText(MAX_FILTER_TEXT)
const uuid = { type: 'string', format: 'uuid' } as const
const values = (items: object) =>
  ({ type: 'array', items, minItems: 1, maxItems: MAX_FILTER_VALUES }) as const
const oneOf = (...words: readonly string[]) => ({ type: 'string', enum: words }) as const

/** Bounds of one value, of which at least one is given. */
function bounds(side: object): object {
  const properties = Object.fromEntries(SIDES.map((name) => [name, side]))
  return { type: 'object', properties, minProperties: 1, additionalProperties: false }
}

const wholeBounds = bounds({ type: 'integer', minimum: 0, maximum: MAX_WHOLE })
const timeBounds = bounds({
  type: 'string',
  pattern: momentPattern(6),
  examples: ['2026-01-31T09:05:00Z', '2026-01-31'],
})
const tags = values(text)
/** A list of one may be left out around it. */
const oneOrMore = (item: object) => ({ anyOf: [item, values(item)] })

/** What each filter is as JSON. */
export const FILTER_SCHEMAS: Readonly<Record<FilterName, object>> = {
  'filter[folder_id]': { type: ['string', 'null'], format: 'uuid' },
  'filter[folder_tree]': uuid,
  'filter[type]': values(oneOf(...ASSET_TYPES)),
  'filter[mime_type]': values({
    type: 'string',
    pattern: FILTERED_MEDIA_TYPE.source.replaceAll('\\/', '/'),
    examples: ['image/png', 'image/*'],
  }),
  'filter[extension]': values({ ...text, pattern: '^[^.\\x00A-Z][^\\x00A-Z]*$' }),
  'filter[tag]': tags,
  'filter[tag][all]': tags,
  'filter[tag][any]': tags,
  'filter[is_favourite]': { type: 'boolean' },
  'filter[created_by]': values({ ...text, type: ['string', 'null'] }),
  'filter[sha256]': values({ type: 'string', pattern: '^[0-9a-f]{64}$' }),
  'filter[external_id]': values({
    ...shortText(MAX_EXTERNAL_ID),
    pattern: '^[^\\x00-\\x1f\\x7f-\\x9f\u2028\u2029]*$',
  }),
  'filter[status]': values(oneOf(...ASSET_STATUSES)),
  'filter[metadata]': {
    type: 'object',
    propertyNames: { ...plainText, minLength: 1 },
    additionalProperties: metadataValue,
    minProperties: 1,
    maxProperties: MAX_FILTER_MEMBERS,
  },
  'filter[size]': wholeBounds,
  'filter[width]': wholeBounds,
  'filter[height]': wholeBounds,
  'filter[duration_seconds]': bounds({ type: 'number', minimum: 0 }),
  'filter[created_at]': timeBounds,
  'filter[updated_at]': timeBounds,
  // No search is for spaces and ASCII punctuation alone.
  'filter[q]': { ...text, not: { pattern: '^[\\s\\x00-/:-@\\x5b-`{-\\x7f]*$' } },
}

const SAYS: Readonly<Record<FilterName, string>> = {
  'filter[folder_id]': 'In this folder itself; `null`: in none.',
  'filter[folder_tree]': 'In this folder or one below it.',
  'filter[type]': 'Of one of these types.',
  'filter[mime_type]': 'Of one of these media types; `image/*` for all that begin so.',
  'filter[extension]': 'With one of these extensions.',
  'filter[tag]': 'With all of these tags, whatever their case.',
  'filter[tag][all]': 'The same as `filter[tag]`.',
  'filter[tag][any]': 'With one of these tags, whatever their case.',
  'filter[is_favourite]': 'Marked as a favourite, or not.',
  'filter[created_by]': 'Uploaded by one of these; `null`: by the app itself.',
  'filter[sha256]': 'With one of these hashes.',
  'filter[external_id]': 'With one of these ids of another system.',
  'filter[status]': 'With one of these statuses.',
  'filter[metadata]': 'Whose `metadata` has these members with exactly these values.',
  'filter[size]': 'Bytes of the original.',
  'filter[width]': 'Pixels as displayed.',
  'filter[height]': 'Pixels as displayed.',
  'filter[duration_seconds]': 'Of audio and video.',
  'filter[created_at]': 'When it was uploaded.',
  'filter[updated_at]': 'When its record last changed.',
  'filter[q]':
    'Words, each of which occurs within a word of the name, the title, an alternative text or a tag, whatever their case and accents.',
}

function inBody(name: FilterName): object {
  const schema = FILTER_SCHEMAS[name]
  return 'items' in schema ? oneOrMore(schema.items as object) : schema
}

/** A filter in the body of a bulk request: the names are without `filter[…]`. */
export const FILTER_SCHEMA: object = {
  type: 'object',
  properties: {
    ...Object.fromEntries(
      FILTER_NAMES.filter((name) => !name.startsWith('filter[tag]')).map((name) => [
        name.slice('filter['.length, -1),
        { ...inBody(name), description: SAYS[name] },
      ]),
    ),
    tag: {
      anyOf: [
        text,
        tags,
        {
          type: 'object',
          properties: { all: oneOrMore(text), any: oneOrMore(text) },
          minProperties: 1,
          additionalProperties: false,
        },
      ],
      description:
        'With all of these tags, whatever their case; or with `all` of some and `any` of others.',
    },
  },
  additionalProperties: false,
}

const HOW = {
  values: ' In a query, commas separate the values; `\\,` is a comma of a value.',
  metadata:
    ' In a query, a value that is a JSON number, boolean, `null` or string in quotes is that; any other text is a string.',
} as const

/** How each filter is given in a query. */
export const FILTER_PARAMETERS: Readonly<Record<FilterName, object>> = Object.fromEntries(
  FILTER_NAMES.map((name) => [name, parameterOf(name)]),
) as Record<FilterName, object>

function parameterOf(name: FilterName): object {
  const { form } = FILTERS[name]
  const parameter = { name, in: 'query', required: false, schema: FILTER_SCHEMAS[name] }
  switch (form) {
    case 'values':
    case 'valuesOrNull':
      return { ...parameter, description: SAYS[name] + HOW.values, style: 'form', explode: false }
    case 'numbers':
    case 'times':
      return { ...parameter, description: SAYS[name], style: 'deepObject', explode: true }
    case 'metadata':
      return {
        ...parameter,
        description: SAYS[name] + HOW.metadata,
        style: 'deepObject',
        explode: true,
      }
    default:
      return { ...parameter, description: SAYS[name] }
  }
}
