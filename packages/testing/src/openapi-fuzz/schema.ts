import type { Ajv2020 } from 'ajv/dist/2020.js'

/** A JSON Schema 2020-12, as far as requests use it. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly examples?: readonly unknown[]
  readonly format?: string
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly propertyNames?: Schema
  readonly minProperties?: number
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
}

/** What an OpenAPI document says about one parameter. */
export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly style?: string
  readonly schema: Schema
}

/** What it says about one operation. */
export interface Operation {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: {
    readonly required: boolean
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>
  }
  readonly responses: Readonly<Record<string, { readonly content?: object }>>
}

/** An OpenAPI document, as far as requests are made from it. */
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** The schemas of one document. */
export interface Schemas {
  resolve(schema: Schema): Schema
  isValid(schema: Schema, value: unknown): boolean
}

/** `ajv`: has the formats that the document uses. */
export function schemasOf(description: Description, ajv: Ajv2020): Schemas {
  const compiled = new Map<Schema, (value: unknown) => boolean>()
  ajv.addSchema({ ...description, $id: 'openapi' })

  function compile(schema: Schema): (value: unknown) => boolean {
    const absolute = JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components')
    const validate = ajv.compile(JSON.parse(absolute))
    return (value) => validate(value) === true
  }

  return {
    resolve({ $ref, ...schema }) {
      if ($ref === undefined) return schema
      const name = $ref.slice($ref.lastIndexOf('/') + 1)
      return description.components.schemas[name] ?? {}
    },
    isValid(schema, value) {
      const validate = compiled.get(schema) ?? compile(schema)
      compiled.set(schema, validate)
      return validate(value)
    },
  }
}
