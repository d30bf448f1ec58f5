import { isStowageError, StowageError } from '@stowage/core'
import type { TransferEntry, TransferProgress, TransferTarget } from '@stowage/core/internal'

interface ReceiveRequest {
  readonly progress: TransferProgress
  readonly entries: readonly TransferEntry[]
  /** The progress to store until all of the entries are received. */
  readonly before: TransferProgress
}

/**
 * Calls `TransferTarget.receive`. When the database cannot store one of the entries, the error names it
 * (`context.kind`, `tenant` and `key`). Entries before it may already be stored; the next run receives all of them
 * again.
 */
export async function receiveEntries(
  target: TransferTarget,
  { progress, entries, before }: ReceiveRequest,
): Promise<void> {
  try {
    await target.receive({ progress, entries })
  } catch (error) {
    if (!isUnstorable(error)) throw error
    throw unstorable(await unstorableEntry(target, before, entries), error)
  }
}

/** Finds the first entry that cannot be stored, by bisection. */
async function unstorableEntry(
  target: TransferTarget,
  progress: TransferProgress,
  entries: readonly TransferEntry[],
): Promise<TransferEntry | undefined> {
  if (entries.length <= 1) return entries[0]
  const half = entries.slice(0, Math.ceil(entries.length / 2))
  try {
    await target.receive({ progress, entries: half })
  } catch (error) {
    if (!isUnstorable(error)) throw error
    return unstorableEntry(target, progress, half)
  }
  return unstorableEntry(target, progress, entries.slice(half.length))
}

/** Whether the database refuses this one entry, rather than every entry. */
function isUnstorable(error: unknown): error is StowageError {
  return isStowageError(error, 'invalid_argument') && error.context.argument !== 'transfer'
}

function unstorable(entry: TransferEntry | undefined, cause: StowageError): StowageError {
  if (entry === undefined) return cause
  const { kind, key, value } = entry
  const tenant = entry.tenant ?? (value !== null && 'tenant' in value ? value.tenant : null)
  return new StowageError(
    'invalid_argument',
    `The new database cannot store the ${kind} ${JSON.stringify(key)}` +
      `${tenant === null ? '' : ` of the tenant ${JSON.stringify(tenant)}`}: ${cause.message} ` +
      'Change or delete it, and migrate again.',
    { context: { argument: 'from', kind, tenant, key }, cause },
  )
}
