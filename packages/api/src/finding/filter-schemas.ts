import {
  type FilterShape,
  type FilterText,
  MAX_FILTER_MEMBERS,
  MAX_FILTER_TEXT,
  MAX_FILTER_VALUES,
} from '@stowage/core/internal'
import { FILTER_NAMES, FILTERS, type FilterName, SIDES } from '../http/query/filter-parameters.ts'
import {
  INVISIBLE,
  MAX_WHOLE,
  metadataValue,
  momentPattern,
  plainText,
  shortText,
} from '../openapi/text-schemas.ts'

const values = (items: object) =>
  ({ type: 'array', items, minItems: 1, maxItems: MAX_FILTER_VALUES }) as const
/** A single value needs no list around it. */
const oneOrMore = (item: object) => ({ anyOf: [item, values(item)] })
const text = shortText(MAX_FILTER_TEXT)

const SIDE = {
  whole: { type: 'integer', minimum: 0, maximum: MAX_WHOLE },
  number: { type: 'number', minimum: 0 },
  moment: {
    type: 'string',
    pattern: momentPattern(6),
    examples: ['2026-01-31T09:05:00Z', '2026-01-31'],
  },
} as const

/** What a filter is as JSON. */
function schemaOf(shape: FilterShape): object {
  switch (shape.form) {
    case 'folder':
      return { type: shape.orNone ? ['string', 'null'] : 'string', format: 'uuid' }
    case 'words':
      return values({ type: 'string', enum: shape.words })
    case 'texts': {
      const item = textSchema(shape.text)
      return values(shape.none === undefined ? item : { ...item, type: ['string', 'null'] })
    }
    case 'flag':
      return { type: 'boolean' }
    case 'bounds':
      return {
        type: 'object',
        properties: Object.fromEntries(SIDES.map((name) => [name, SIDE[shape.of]])),
        minProperties: 1,
        additionalProperties: false,
      }
    case 'metadata':
      return {
        type: 'object',
        propertyNames: { ...plainText, minLength: 1 },
        additionalProperties: metadataValue,
        minProperties: 1,
        maxProperties: MAX_FILTER_MEMBERS,
      }
    case 'search':
      // A search needs more than ASCII punctuation and invisible characters.
      return { ...text, not: { pattern: `^[${INVISIBLE}\\x00-/:-@\\x5b-\`{-\\x7f]*$` } }
  }
}

function textSchema({ pattern, isBounded, examples }: FilterText): object {
  return {
    ...(isBounded ? { type: 'string' } : text),
    ...(pattern !== undefined && { pattern }),
    ...(examples !== undefined && { examples }),
  }
}

function inBody(name: FilterName): object {
  const schema = schemaOf(FILTERS[name].shape)
  return 'items' in schema ? oneOrMore(schema.items as object) : schema
}

/** A filter in the body of a bulk request: the names are without `filter[…]`. */
export const FILTER_SCHEMA: object = {
  type: 'object',
  properties: {
    ...Object.fromEntries(
      FILTER_NAMES.filter((name) => !name.startsWith('filter[tag]')).map((name) => [
        name.slice('filter['.length, -1),
        { ...inBody(name), description: FILTERS[name].says },
      ]),
    ),
    tag: {
      anyOf: [
        text,
        values(text),
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

/** How each filter is given in a query. */
export const FILTER_PARAMETERS: Readonly<Record<FilterName, object>> = Object.fromEntries(
  FILTER_NAMES.map((name) => [name, parameterOf(name)]),
) as Record<FilterName, object>

function parameterOf(name: FilterName): object {
  const { shape, says } = FILTERS[name]
  return {
    ...{ name, in: 'query', required: false, schema: schemaOf(shape) },
    ...writingOf(shape, says),
  }
}

/** How the value is written in a query, after what the filter says. */
function writingOf({ form }: FilterShape, says: string): object {
  switch (form) {
    case 'words':
    case 'texts': {
      const how = ' In a query, commas separate the values; `\\,` is a comma of a value.'
      return { description: says + how, style: 'form', explode: false }
    }
    case 'bounds':
      return { description: says, style: 'deepObject', explode: true }
    case 'metadata': {
      const how =
        ' In a query, a value that is a JSON number, boolean, `null` or string in quotes is that; any other text is a string.'
      return { description: says + how, style: 'deepObject', explode: true }
    }
    default:
      return { description: says }
  }
}
