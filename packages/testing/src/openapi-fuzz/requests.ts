import { MULTIPART } from '../http/raw-http.ts'
import type { Choices } from '../seeds/choices.ts'
import { formsOf } from './form-fields.ts'
import { pickFrom } from './pick-from.ts'
import { pairsOf, readBack } from './query-text.ts'
import type { Description, Operation, Parameter, Schema, Schemas } from './schema.ts'
import type { Values } from './values.ts'

/** A request, and whether the description allows it. */
export interface MadeRequest {
  readonly operation: Operation
  readonly method: string
  /** Below `/api/v1`. */
  readonly path: string
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
  /** The value to send as JSON; `undefined`: none. */
  readonly json: unknown
  /** The form to send; `undefined`: none. */
  readonly form: Buffer | undefined
  /** The values of the text fields of the form. */
  readonly fields: Readonly<Record<string, unknown>>
  /** The parts of it that the description does not allow. */
  readonly forbidden: readonly string[]
}

/** Pairs of parameters of which only one may be given: no description can say so. */
const EXCLUSIVE: readonly (readonly [RegExp, RegExp])[] = [
  [/^page$|^per_page$/, /^page\[/],
  [/^filter\[tag\]$/, /^filter\[tag\]\[all\]$/],
]
/** Cursors come only from links; others are refused. */
const OPAQUE = /^page\[(?:after|before)\]$|^expires$|^v$/
/** Names in families whose unknown members are refused: each is a parameter of few operations or of none. */
const OF_FAMILIES = [
  ...['filter[nothing]', 'filter[]', 'filter[tag][any]', 'filter[parent_id]', 'filter[trashed]'],
  ...['page[number]', 'page[size]', 'fields[assets]', 'include', 'sort'],
]
/** Unknown names, which are ignored. */
const STRANGE = ['utm_source', '_', 'Page', 'filter', 'x[y]', '__proto__']
const FORM = 'multipart/form-data'
const UPLOAD_BYTES = 'application/offset+octet-stream'
const UNKNOWN_ID = '018f0000-0000-7000-8000-000000000000'
const KEY_ID = 'aaaaaaaaaaaa'

/** Makes requests for all operations of a description. */
export function requestsOf(
  description: Description,
  schemas: Schemas,
  values: Values,
  random: Choices,
) {
  const operations = Object.entries(description.paths)
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
    )
    // What their headers mean together is told by the protocols of resumable uploads.
    .filter(({ operation }) => operation.requestBody?.content[UPLOAD_BYTES] === undefined)
  const madeForm = formsOf(description, schemas, values, random)

  return (): MadeRequest => {
    const { path, method, operation } = pickFrom(random, operations)
    const { parameters = [], requestBody } = operation
    const id = idIn(path)
    const forbidden: string[] = []
    const pairs: [string, string][] = []
    const headers: Record<string, string> = {}
    const [type] = Object.keys(requestBody?.content ?? {})
    const spoilt = random.chance(0.6) ? (type === undefined ? 'query' : 'body') : null
    for (const parameter of chosen(parameters)) {
      const { schema, name } = parameter
      const value = made(schema, spoilt === 'query' && random.chance(0.5))
      const isHeader = parameter.in === 'header'
      if (isHeader && !/^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/.test(String(value))) continue
      if (parameter.style === 'deepObject' && Object.keys(Object(value)).length === 0) continue
      if (!schemas.isValid(schema, readBack(parameter, value))) forbidden.push(name)
      if (isHeader) headers[name.toLowerCase()] = String(value)
      else pairs.push(...pairsOf(parameter, value))
    }
    if (random.chance(0.1)) {
      const name = pickFrom(random, random.chance(0.5) ? OF_FAMILIES : STRANGE)
      const isKnown = parameters.some((parameter) => parameter.name === name)
      if (!isKnown) pairs.push([name, 'a'])
      if (!isKnown && OF_FAMILIES.includes(name)) forbidden.push(name)
    }
    let json: unknown
    let form: Buffer | undefined
    let fields: MadeRequest['fields'] = {}
    const body = type === undefined ? undefined : requestBody?.content[type]?.schema
    if (body !== undefined && type === FORM) {
      const made = madeForm(body, spoilt === 'body')
      form = made.body
      fields = made.fields
      forbidden.push(...made.forbidden)
      headers['content-type'] = MULTIPART
    } else if (body !== undefined && (requestBody?.required || random.chance(0.8))) {
      json = made(body, spoilt === 'body', (value) => withId(value, id))
      // As the service reads it.
      json = JSON.parse(JSON.stringify(json))
      if (!schemas.isValid(body, json)) forbidden.push('body')
      headers['content-type'] = 'application/json'
    }
    return {
      operation,
      method: method.toUpperCase(),
      path: path.replace(/\{\w+\}/, id),
      query: String(new URLSearchParams(pairs)),
      headers,
      json,
      form,
      fields,
      forbidden,
    }
  }

  /** Tries again, because some changes are still allowed. */
  function made(schema: Schema, isSpoilt: boolean, finish = (value: unknown) => value): unknown {
    const whole = finish(values.valid(schema))
    let value = whole
    for (let attempt = 0; isSpoilt && attempt < 4; attempt += 1) {
      value = values.spoilt(whole)
      if (!schemas.isValid(schema, value)) break
    }
    return value
  }

  function idIn(path: string): string {
    if (path.includes('{keyId}')) return KEY_ID
    return values.ids.length > 0 && random.chance(0.9) ? pickFrom(random, values.ids) : UNKNOWN_ID
  }

  function chosen(parameters: readonly Parameter[]): readonly Parameter[] {
    const share = parameters.length > 10 ? 0.12 : 0.4
    const some = parameters.filter(
      ({ name, ...each }) => each.in !== 'path' && !OPAQUE.test(name) && random.chance(share),
    )
    return some.filter(({ name }) =>
      EXCLUSIVE.every(
        ([one, other]) => !other.test(name) || !some.some((each) => one.test(each.name)),
      ),
    )
  }
}

/** The body of a change repeats the id of the URL. */
function withId(body: unknown, id: string): unknown {
  const { data } = Object(body) as { readonly data?: { readonly id?: unknown } }
  return data?.id === undefined ? body : { ...Object(body), data: { ...data, id } }
}
