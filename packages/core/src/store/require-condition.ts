import type { UpdateOptions } from '../asset-store/update-options.ts'
import { requireText } from '../errors/require-text.ts'

/** The option `ifMatch` as a port takes it; `invalid_argument` for anything but revisions. */
export function requireCondition(ifMatch: UpdateOptions['ifMatch']): {
  readonly ifMatch?: readonly string[]
} {
  if (ifMatch === undefined) return {}
  const revisions: readonly unknown[] = Array.isArray(ifMatch) ? ifMatch : [ifMatch]
  return { ifMatch: Array.from(revisions, (revision) => requireText('ifMatch', revision)) }
}
