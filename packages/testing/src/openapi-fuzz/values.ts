import type { Choices } from '../seeds/choices.ts'
import { pickFrom } from './pick-from.ts'
import { NUMBERS, TEXTS } from './samples.ts'
import type { Schema, Schemas } from './schema.ts'

/** Probability that an optional member is given. */
const OPTIONAL = 0.4
const SCALARS: readonly unknown[] = [null, true, false, ...NUMBERS, ...TEXTS]

/** Makes values that a schema accepts, and spoils them. */
export interface Values {
  /** A value that the schema accepts. */
  valid(schema: Schema): unknown
  /** The same value with one thing changed, which the schema may accept or not. */
  spoilt(value: unknown): unknown
  /** Ids of existing resources, used for some of the ids. */
  readonly ids: string[]
}

export function valuesOf(random: Choices, schemas: Schemas): Values {
  const ids: string[] = []
  const textsOf = new Map<Schema, readonly unknown[]>()
  const scalarsOf = new Map<Schema, readonly unknown[]>()

  function valid(given: Schema): unknown {
    const schema = given.$ref === undefined ? given : schemas.resolve(given)
    if (schema.anyOf !== undefined)
      return validOf(given, () => valid(pickFrom(random, schema.anyOf ?? [])))
    const types = [schema.type ?? []].flat()
    const hasObject = types.includes('object')
    const hasList = types.includes('array')
    // A list of types includes null: pick it one time in four.
    if ((hasObject || hasList) && types.length > 1 && random.chance(0.25)) return null
    if (hasObject) return validOf(given, () => objectOf(schema))
    if (hasList) return validOf(given, () => listOf(schema))
    if (schema.format === 'uuid' && ids.length > 0 && random.chance(0.8))
      return pickFrom(random, ids)
    return pickFrom(random, scalarsFor(schema))
  }

  /** Some schemas say more about a value than about its parts, such as that one of two lists must not be empty. */
  function validOf(schema: Schema, make: () => unknown): unknown {
    for (let attempt = 0; attempt < 50; attempt += 1) {
      const value = make()
      if (schemas.isValid(schema, value)) return value
    }
    throw new Error(`No value is found for ${JSON.stringify(schema).slice(0, 500)}`)
  }

  function scalarsFor(schema: Schema): readonly unknown[] {
    const known =
      scalarsOf.get(schema) ??
      [...SCALARS, schema.const, ...(schema.enum ?? []), ...(schema.examples ?? [])].filter(
        (each) => each !== undefined && schemas.isValid(schema, each),
      )
    scalarsOf.set(schema, known)
    return known
  }

  function textsFor(schema: Schema): readonly unknown[] {
    const known = textsOf.get(schema) ?? TEXTS.filter((each) => schemas.isValid(schema, each))
    textsOf.set(schema, known)
    return known
  }

  function objectOf({ properties = {}, required = [], ...schema }: Schema): object {
    const members = Object.entries(properties)
      .filter(([name]) => required.includes(name) || random.chance(OPTIONAL))
      .map(([name, member]) => [name, valid(member)] as const)
    const { additionalProperties, propertyNames, minProperties = 0 } = schema
    if (typeof additionalProperties !== 'object') return Object.fromEntries(members)
    const names = propertyNames === undefined ? TEXTS : textsFor(propertyNames)
    const count = minProperties + random.below(3)
    const named = Array.from({ length: count }, () => [
      String(pickFrom(random, names)),
      valid(additionalProperties),
    ])
    return Object.fromEntries([...members, ...named])
  }

  function listOf({ items = {}, minItems = 0, maxItems = 3 }: Schema): readonly unknown[] {
    const length = Math.min(maxItems, minItems + random.below(3))
    return Array.from({ length }, () => valid(items))
  }

  function spoilt(value: unknown): unknown {
    const isList = Array.isArray(value)
    const entries = Object.entries(Object(value))
    if (typeof value !== 'object' || value === null) return otherThan(value)
    if (random.chance(0.1)) return pickFrom(random, SCALARS)
    if (entries.length === 0 || random.chance(0.15)) return grown(value)
    const [name, member] = pickFrom(random, entries)
    const isLeaf = typeof member !== 'object' || member === null
    if (random.chance(isLeaf ? 0.2 : 0.1)) {
      const left = entries.filter(([each]) => each !== name)
      return isList ? left.map(([, each]) => each) : Object.fromEntries(left)
    }
    const changed = entries.map(([each, old]) => [each, each === name ? spoilt(old) : old] as const)
    return isList ? changed.map(([, each]) => each) : Object.fromEntries(changed)
  }

  function grown(value: object): unknown {
    if (!Array.isArray(value)) {
      return Object.fromEntries([
        ...Object.entries(value),
        [pickFrom(random, TEXTS), pickFrom(random, SCALARS)],
      ])
    }
    const item = value.length > 0 && random.chance(0.5) ? value[0] : pickFrom(random, SCALARS)
    return [...value, ...Array.from({ length: pickFrom(random, [1, 1, 101]) }, () => item)]
  }

  function otherThan(value: unknown): unknown {
    if (random.chance(0.1)) return pickFrom(random, [{}, [], [value], { a: value }])
    return pickFrom(random, random.chance(0.7) && typeof value === 'string' ? TEXTS : SCALARS)
  }

  return { valid, spoilt, ids }
}
