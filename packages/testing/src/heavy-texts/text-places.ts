import { openApiDocument, ROUTES } from '@stowage/api/internal'

/** A place in a request that takes a text from the client. */
export interface TextPlace {
  readonly name: string
  /** How many bytes of text a request may have there, minus what surrounds it. */
  readonly bytes: number
  /** The request with this text there, and otherwise valid. `path` is below `/api/v1`. */
  request(text: string): {
    readonly method: string
    readonly path: string
    readonly query?: string
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: Buffer
  }
}

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: Schema | boolean
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
}

interface Operation {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>
  }
}

type Put = (text: string) => unknown

const document = openApiDocument(ROUTES, 'https://media.example/api/v1', {
  idsPerRequest: 1000,
}) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const FORM_BYTES = 60 * 1024
const OTHER_BYTES = 256 * 1024
const BODY_BYTES = 1024 ** 2

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'multipart/form-data'

/** The ids in paths, by parameter name. Bodies name the asset. */
export interface StoredIds {
  readonly assetId: string
  readonly folderId: string
  readonly keyId: string
  readonly publicFileId: string
  readonly jobId: string
  readonly webhookId: string
  readonly deliveryId: string
  readonly uploadId: string
}

/** Every string member of every body and every parameter of every route. */
export function textPlaces(ids: StoredIds): readonly TextPlace[] {
  return Object.entries(document.paths).flatMap(([template, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const route = { method: method.toUpperCase(), path: pathOf(template, ids) }
      const name = `${route.method} ${template}`
      const schema = operation.requestBody?.content[JSON_TYPE]?.schema
      return [
        ...parameterPlaces(name, route, operation.parameters ?? [], (parameter, text) =>
          pathOf(template, { ...ids, [parameter]: text }),
        ),
        ...jsonPlaces(name, route, schema, ids.assetId),
        ...formPlaces(name, route, operation.requestBody?.content[FORM_TYPE]?.schema),
      ]
    }),
  )
}

/** The body of every route that takes JSON. `request` gets the body as text. */
export function bodyPlaces(ids: StoredIds): readonly TextPlace[] {
  return Object.entries(document.paths).flatMap(([template, item]) =>
    Object.entries(item)
      .filter(([, { requestBody }]) => requestBody?.content[JSON_TYPE] !== undefined)
      .map(([method]) => ({
        name: `${method.toUpperCase()} ${template}`,
        bytes: BODY_BYTES,
        request: (text) =>
          jsonRequest({ method: method.toUpperCase(), path: pathOf(template, ids) }, text),
      })),
  )
}

function pathOf(template: string, values: StoredIds): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (!Object.hasOwn(values, name)) throw new Error(`Nothing is stored for {${name}}.`)
    return values[name as keyof StoredIds]
  })
}

function jsonRequest(route: Route, text: string) {
  const body = Buffer.from(text)
  const headers = { 'content-type': JSON_TYPE, 'content-length': String(body.length) }
  return { ...route, headers, body }
}

type Route = { readonly method: string; readonly path: string }

function parameterPlaces(
  name: string,
  route: Route,
  parameters: readonly Parameter[],
  pathWith: (parameter: string, encoded: string) => string,
): readonly TextPlace[] {
  return parameters.map((parameter) => ({
    name: `${name} ${parameter.name}`,
    bytes: OTHER_BYTES,
    request(text) {
      const encoded = encodeURIComponent(text)
      if (parameter.in === 'path') return { ...route, path: pathWith(parameter.name, encoded) }
      if (parameter.in === 'query') return { ...route, query: `${parameter.name}=${encoded}` }
      return { ...route, headers: { [parameter.name.toLowerCase()]: text } }
    },
  }))
}

function jsonPlaces(
  name: string,
  route: Route,
  schema: Schema | undefined,
  id: string,
): readonly TextPlace[] {
  if (schema === undefined) return []
  return putsOf(schema, id).map(([place, put]) => ({
    name: `${name} ${place}`,
    bytes: OTHER_BYTES,
    request: (text) => jsonRequest(route, JSON.stringify(put(text))),
  }))
}

function formPlaces(name: string, route: Route, schema: Schema | undefined): readonly TextPlace[] {
  const fields = Object.keys(resolved(schema ?? {}).properties ?? {})
  const places = fields.flatMap(
    (field): readonly (readonly [string, (text: string) => string])[] => [
      [field, (text) => text],
      [`${field} in a list`, (text) => JSON.stringify([text])],
      [`${field} in an object`, (text) => JSON.stringify({ en: text })],
    ],
  )
  return places.map(([place, value]) => ({
    name: `${name} form ${place}`,
    bytes: FORM_BYTES,
    request(text) {
      const field = place.split(' ')[0] as string
      const parts = [
        `--x\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value(text)}\r\n`,
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nx\r\n--x--\r\n',
      ]
      const headers = { 'content-type': `${FORM_TYPE}; boundary=x` }
      return { ...route, headers, body: Buffer.from(parts.join('')) }
    },
  }))
}

/** For each string in the schema: where it is, and a function that makes a valid value with a text there. */
function putsOf(schema: Schema, id: string): readonly (readonly [string, Put])[] {
  const {
    properties = {},
    items,
    additionalProperties: others,
    oneOf,
    anyOf,
    allOf,
  } = resolved(schema)
  const choices = [...(oneOf ?? []), ...(anyOf ?? []), ...(allOf ?? [])]
  if (choices.length > 0) return choices.flatMap((choice) => putsOf(choice, id))
  if (isText(resolved(schema))) return [['', (text) => text]]
  const sample = sampleOf(schema, id)
  const puts = Object.entries(properties).flatMap(([member, of]) =>
    putsOf(of, id).map(([place, put]): readonly [string, Put] => [
      `/${member}${place}`,
      (text) => ({ ...(sample as object), [member]: put(text) }),
    ]),
  )
  if (items !== undefined) {
    puts.push(
      ...putsOf(items, id).map(([at, put]) => [`/0${at}`, (text: string) => [put(text)]] as const),
    )
  }
  if (typeof others === 'object') {
    puts.push(['/a name', (text) => ({ ...(sample as object), [text]: sampleOf(others, id) })])
    for (const [at, put] of putsOf(others, id)) {
      puts.push([`/en${at}`, (text) => ({ ...(sample as object), en: put(text) })])
    }
  }
  return puts
}

function isText({ type, const: only, enum: few }: Schema): boolean {
  return [type].flat().includes('string') && only === undefined && few === undefined
}

/** A value of the schema, with its required members. */
function sampleOf(schema: Schema, id: string): unknown {
  const { const: only, enum: few, properties = {}, required = [], ...rest } = resolved(schema)
  if (only !== undefined) return only
  if (few !== undefined) return few[0]
  const choice = rest.oneOf?.[0] ?? rest.anyOf?.[0] ?? rest.allOf?.[0]
  if (choice !== undefined) return sampleOf(choice, id)
  const [type] = [rest.type].flat()
  if (type === 'string') return rest.format === 'uuid' ? id : 'x'
  if (type === 'array') return [sampleOf(rest.items ?? {}, id)]
  if (type === 'integer' || type === 'number') return 1
  if (type === 'boolean') return true
  const members = required.map((name) => [name, sampleOf(properties[name] ?? {}, id)] as const)
  return Object.fromEntries(members)
}

function resolved(schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : resolved(document.components.schemas[name] ?? {})
}
