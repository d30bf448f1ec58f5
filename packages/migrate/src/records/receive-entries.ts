import { isStowageError, StowageError } from '@stowage/core'
import type { TransferEntry, TransferProgress, TransferTarget } from '@stowage/core/ports'

export interface ReceiveRequest {
  readonly receipt: TransferProgress
  readonly entries: readonly TransferEntry[]
  /** The receipt while not all of the entries are received. */
  readonly before: TransferProgress
}

/**
 * `TransferTarget.receive`; where the database cannot store one of the entries, the error names that one
 * (`context.kind`, `tenant` and `key`). The others before it may be there already, which does no harm: all of them are
 * received again.
 */
export async function receiveEntries(
  target: TransferTarget,
  { receipt, entries, before }: ReceiveRequest,
): Promise<void> {
  try {
    await target.receive({ receipt, entries })
  } catch (error) {
    if (!isUnstorable(error)) throw error
    throw unstorable(await unstorableEntry(target, before, entries), error)
  }
}

/** The first entry that cannot be stored, by halves. */
async function unstorableEntry(
  target: TransferTarget,
  receipt: TransferProgress,
  entries: readonly TransferEntry[],
): Promise<TransferEntry | undefined> {
  if (entries.length <= 1) return entries[0]
  const half = entries.slice(0, Math.ceil(entries.length / 2))
  try {
    await target.receive({ receipt, entries: half })
  } catch (error) {
    if (!isUnstorable(error)) throw error
    return unstorableEntry(target, receipt, half)
  }
  return unstorableEntry(target, receipt, entries.slice(half.length))
}

/** Not the refusal of a database that is in no state for that. */
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
