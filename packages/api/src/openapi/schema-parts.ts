import { MAX_PER_PAGE } from '@stowage/core/internal'

/** Another schema, by its name. */
export const ref = (name: string): { readonly $ref: string } => ({
  $ref: `#/components/schemas/${name}`,
})
/** An id. */
export const uuid = { type: 'string', format: 'uuid' } as const
/** A time as the service writes it. */
export const dateTime = {
  type: 'string',
  format: 'date-time',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{6}Z$',
} as const
/** A URL. */
export const uri = { type: 'string', format: 'uri' } as const
/** Any text. */
export const text = { type: 'string' } as const
/** The same, or `null`. */
export function nullable<T extends { readonly type: string }>({ type, ...rest }: T): object {
  return { type: [type, 'null'], ...rest }
}
/** How many. */
export const count = { type: 'integer', minimum: 0 } as const
/** A position in a list, from 1. */
export const position: object = nullable({ type: 'integer', minimum: 1 })
/** `meta` of a list that has numbered pages. */
export const page: object = exactly({
  current_page: { type: 'integer', minimum: 1 },
  from: position,
  last_page: { type: 'integer', minimum: 1 },
  path: uri,
  per_page: { type: 'integer', minimum: 1, maximum: MAX_PER_PAGE },
  to: position,
  total: count,
})
/** `links` of a list that has numbered pages. */
export const pageLinks: object = exactly({
  first: uri,
  last: uri,
  prev: nullable(uri),
  next: nullable(uri),
})
/** The folder of an asset. */
export const folderId: object = { ...nullable(uuid), description: 'Of a folder; null: in none.' }
/** A version. */
export const etag = { type: 'string', description: 'Of this version, for `If-Match`.' } as const
/** What clients of JSON:API send besides the data. */
const PASSED_OVER = { description: 'Of clients of JSON:API. Passed over.' }
/** A JSON body that has only these members, and all of them except for the optional ones. */
export function requestBody(
  properties: Readonly<Record<string, object>>,
  optional: readonly string[] = [],
): object {
  return exactly({ ...properties, jsonapi: PASSED_OVER, links: PASSED_OVER }, [
    ...optional,
    'jsonapi',
    'links',
  ])
}
/** A JSON body whose `data` is a resource with exactly these members, except for the optional ones. */
export function requestDocument(
  properties: Readonly<Record<string, object>>,
  optional: readonly string[] = [],
): object {
  const data = exactly({ ...properties, links: PASSED_OVER }, [...optional, 'links'])
  return requestBody({ data })
}
/** An object that has only these members, and all of them except for the optional ones. */
export function exactly(
  properties: Readonly<Record<string, object>>,
  optional: readonly string[] = [],
): object {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', properties, required, additionalProperties: false }
}
