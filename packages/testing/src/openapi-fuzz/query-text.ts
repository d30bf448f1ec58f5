import type { Parameter, Schema } from './schema.ts'

const NUMBER = /^(?!-0$)-?\d+(?:\.\d+)?$/
/** Filters take every JSON number; page parameters take only whole ones. */
const ANY_NUMBER = /^(?!-0$)-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i

/** The query pairs for a parameter with this value, in its `style`; `null` becomes the word. */
export function pairsOf({ name, style, schema }: Parameter, value: unknown): [string, string][] {
  if (style === 'deepObject') {
    return Object.entries(Object(value)).map(([member, each]) => [
      `${name}[${member}]`,
      isFree(schema) && !isCompound(each) ? JSON.stringify(each) : textOf(each),
    ])
  }
  if (!typesOf(schema).includes('array')) return [[name, textOf(value)]]
  const values = listOf(value).map((each) =>
    textOf(each).replaceAll(/[\\,]/g, (sign) => `\\${sign}`),
  )
  return [[name, values.join(',')]]
}

/** The value that a reader makes from these pairs, by the types of the schema. */
export function readBack({ schema, style }: Parameter, value: unknown): unknown {
  if (typesOf(schema).includes('array')) {
    const { items = {} } = schema
    const values = listOf(value).map((each) => scalarOf(items, textOf(each)))
    return values.length === 0 ? [''] : values
  }
  if (style !== 'deepObject') return scalarOf(schema, textOf(value))
  const members = Object.entries(Object(value)).map(([name, each]) => {
    if (isFree(schema)) return [name, isCompound(each) ? textOf(each) : each]
    return [name, scalarOf(schema.properties?.[name] ?? {}, textOf(each), ANY_NUMBER)]
  })
  return Object.fromEntries(members)
}

function scalarOf(schema: Schema, text: string, number = NUMBER): unknown {
  const types = typesOf(schema)
  if (types.includes('null') && text === 'null') return null
  if (types.includes('boolean') && /^(?:true|false)$/.test(text)) return text === 'true'
  const isNumber = types.includes('integer') || types.includes('number')
  return isNumber && number.test(text) ? Number(text) : text
}

/** Whether the members may have any name, like those of `metadata`: their values are JSON. */
function isFree({ additionalProperties }: Schema): boolean {
  return typeof additionalProperties === 'object'
}

function isCompound(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value]
}

function typesOf({ type = [] }: Schema): readonly string[] {
  return [type].flat()
}

function textOf(value: unknown): string {
  return isCompound(value) ? JSON.stringify(value) : String(value)
}
