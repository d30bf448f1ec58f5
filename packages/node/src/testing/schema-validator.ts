import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

/** Throws unless a value has the shape of this name in an OpenAPI document. */
export type SchemaValidator = (schema: string, value: unknown) => void

/** Fetches the OpenAPI document of a served API. */
export async function fetchSchemaValidator(baseUrl: string, key: string): Promise<SchemaValidator> {
  const headers = { authorization: `Bearer ${key}` }
  const response = await fetch(`${baseUrl}/api/v1/openapi.json`, { headers })
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  ajv.addSchema((await response.json()) as object, 'openapi')
  return (schema, value) => {
    const validate = ajv.getSchema(`openapi#/components/schemas/${schema}`)
    if (validate === undefined) throw new Error(`The description has no schema ${schema}.`)
    if (!validate(value)) throw new Error(ajv.errorsText(validate.errors))
  }
}
