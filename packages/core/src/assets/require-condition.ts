import { givenItems } from '../arguments/given-items.ts'
import { requireText } from '../arguments/require-text.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { isRevision } from './revision.ts'
import type { UpdateOptions } from './update-options.ts'

/**
 * The option `ifMatch` as a port takes it; `invalid_argument` for anything but revisions: with any other value, a loop
 * that reads and retries would never end.
 */
export function requireCondition(ifMatch: UpdateOptions['ifMatch']): {
  readonly ifMatch?: readonly string[]
} {
  if (ifMatch === undefined) return {}
  return { ifMatch: (givenItems(ifMatch) ?? [ifMatch]).map(requireRevision) }
}

function requireRevision(revision: unknown): string {
  const text = requireText('ifMatch', revision)
  if (isRevision(text)) return text
  throw invalidArgument(
    'ifMatch',
    'ifMatch must be a revision: 32 hexadecimal digits. Pass revisionOf(asset), not asset.updatedAt.',
  )
}
