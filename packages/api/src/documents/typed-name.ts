import { slashIn } from '@stowage/core/internal'
import type { ApiError } from '../errors/api-error.ts'
import { invalidMember } from '../errors/invalid-member.ts'

/** What a name belongs to. */
type Named = 'file' | 'folder'

/**
 * A name that a person typed. Throws 422 at `pointer` unless it is a string without a slash. The store checks the rest.
 */
export function typedNameAt(value: unknown, pointer: string, named: Named): string {
  if (typeof value !== 'string') throw invalidName(pointer, named)
  const slash = slashIn(value)
  if (slash === null) return value
  throw invalidMember(pointer, `A name is no path. Leave out \`${slash}\`.`)
}

/** 422 for a name of which nothing can be kept. */
export function invalidName(pointer: string, named: Named): ApiError {
  return invalidMember(
    pointer,
    `A name is a string that can name a ${named}: it has at least one visible character.`,
  )
}
