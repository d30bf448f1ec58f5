/**
 * Which objects and lists a JSON body may have, and how many values they may hold. Every value may also be a scalar.
 */
export interface JsonShape {
  /** The members that an object may have here. */
  readonly members?: ReadonlyMap<string, JsonShape>
  /** An object whose members the client names. */
  readonly named?: { readonly value: JsonShape; readonly most: number }
  readonly list?: {
    readonly item: JsonShape
    readonly most: number
    /** Whether the items are ids of assets. */
    readonly ofIds: boolean
  }
  /** Any value is accepted and ignored. */
  readonly ignored?: true
}

/** A JSON Schema 2020-12, as far as bodies use it. */
interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly maxProperties?: number
  readonly items?: Schema
  readonly maxItems?: number
}

/**
 * The shape of bodies that have this schema, one of `schemas`. So the schema is the only list of what a body may hold.
 * Throws an `Error` when the schema sets no bound on members or items.
 */
export function shapeOfSchema(name: string, schemas: Readonly<Record<string, object>>): JsonShape {
  return shapeOf({ $ref: `#/components/schemas/${name}` })

  function shapeOf(schema: Schema): JsonShape {
    const { $ref, anyOf, type } = schema
    if ($ref !== undefined) return shapeOf(referred($ref))
    if (anyOf !== undefined) return anyOf.map(shapeOf).reduce(merged)
    if (type === undefined && !('const' in schema)) return { ignored: true }
    return {
      ...(type?.includes('object') && shapeOfObject(schema)),
      ...(type?.includes('array') && { list: listOf(schema) }),
    }
  }

  function referred($ref: string): Schema {
    const target = $ref.slice($ref.lastIndexOf('/') + 1)
    const schema = schemas[target]
    if (schema === undefined) throw new Error(`There is no schema ${target}.`)
    return schema
  }

  function shapeOfObject({ properties = {}, additionalProperties, maxProperties }: Schema) {
    if (additionalProperties === false) {
      const members = Object.entries(properties)
      return { members: new Map(members.map(([name, schema]) => [name, shapeOf(schema)])) }
    }
    if (typeof additionalProperties === 'object' && maxProperties !== undefined) {
      return { named: { value: shapeOf(additionalProperties), most: maxProperties } }
    }
    throw new Error(`${name} lets in members without a bound.`)
  }

  function listOf({ items, maxItems }: Schema) {
    if (items === undefined || maxItems === undefined) {
      throw new Error(`${name} lets in items without a bound.`)
    }
    return { item: shapeOf(items), most: maxItems, ofIds: items.format === 'uuid' }
  }
}

/** A body that may have either shape. */
function merged(one: JsonShape, other: JsonShape): JsonShape {
  if (one.members === undefined || other.members === undefined) return { ...one, ...other }
  const members = new Map(one.members)
  for (const [name, shape] of other.members) {
    const known = members.get(name)
    members.set(name, known === undefined ? shape : merged(known, shape))
  }
  return { ...one, ...other, members }
}

/** How many values a body of this shape can have: objects, lists, members and items. */
export function mostValues({ members, named, list }: JsonShape): number {
  let most = 1
  for (const shape of members?.values() ?? []) most += 1 + mostValues(shape)
  if (named !== undefined) most += named.most * (1 + mostValues(named.value))
  if (list !== undefined) most += list.most * (1 + mostValues(list.item))
  return most
}
