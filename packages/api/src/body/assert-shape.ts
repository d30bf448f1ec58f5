import { type ApiError, apiError } from '../errors/api-error.ts'
import { invalidMember, pointerTo } from '../errors/invalid-member.ts'
import { nearest } from '../http/query/nearest.ts'
import type { JsonShape } from './json-shape.ts'

/**
 * Throws 422 `invalid_body`, or `too_many_ids`: for the first member that the shape does not have, for a list or an
 * object where the shape has none, and for more items or members than it allows. If they were ignored, the client would
 * believe that they had been used.
 */
export function assertShape(body: unknown, shape: JsonShape): void {
  assertAt(body, shape, '')

  function assertAt(value: unknown, here: JsonShape, pointer: string): void {
    if (typeof value !== 'object' || value === null || here.ignored) return
    if (Array.isArray(value)) assertList(value, here, pointer)
    else assertObject(value, here, pointer)
  }

  function assertList(items: readonly unknown[], { list, ...others }: JsonShape, pointer: string) {
    if (list === undefined) throw invalidMember(pointer, `Send ${wanted(others)} here, no list.`)
    if (items.length > list.most) throw tooMany(pointer, list.most, list.ofIds)
    for (const [index, item] of items.entries()) {
      if (typeof item === 'object') assertAt(item, list.item, `${pointer}/${index}`)
    }
  }

  function assertObject(value: object, here: JsonShape, pointer: string): void {
    const { members, named } = here
    if (members === undefined && named === undefined) {
      throw invalidMember(pointer, `Send ${wanted(here)} here, no object.`)
    }
    const given = Object.entries(value)
    if (named !== undefined && given.length > named.most) throw tooMany(pointer, named.most)
    for (const [name, member] of given) {
      const child = members?.get(name) ?? named?.value
      if (child === undefined) {
        throw invalidMember(pointerTo(pointer, name), adviceOn(name, [...(members ?? [])], shape))
      }
      assertAt(member, child, pointerTo(pointer, name))
    }
  }
}

function wanted({ members, named, list }: JsonShape): string {
  if (members !== undefined || named !== undefined) return 'an object'
  return list === undefined ? 'a single value' : 'a list'
}

/** What to do about a member that is not known here. */
function adviceOn(
  name: string,
  known: readonly (readonly [string, JsonShape])[],
  body: JsonShape,
): string {
  const names = known.filter(([, { ignored }]) => !ignored).map(([each]) => each)
  const meant = nearest(name, names)
  if (meant !== undefined) return `There is no such member. Did you mean \`${meant}\`?`
  const parent = parentOf(name, body)
  if (parent !== undefined) {
    return `This member belongs ${parent === '' ? 'at the top of the body' : `in \`${parent}\``}. Send it there.`
  }
  const list = names.map((each) => `\`${each}\``).join(', ')
  return `There is no such member. Send only ${list} here.`
}

/** The path of the object in the body that may have a member of this name: `data.meta`. */
function parentOf(name: string, { members }: JsonShape, path = ''): string | undefined {
  if (members?.has(name)) return path
  for (const [each, shape] of members ?? []) {
    const found = parentOf(name, shape, path === '' ? each : `${path}.${each}`)
    if (found !== undefined) return found
  }
  return undefined
}

function tooMany(pointer: string, limit: number, ofIds = false): ApiError {
  return apiError(ofIds ? 'too_many_ids' : 'invalid_body', `Send at most ${limit} here.`, {
    source: { pointer },
    meta: { limit },
  })
}
