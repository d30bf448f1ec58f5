import { StowageError } from '@stowage/core'

/** What PostgreSQL cuts longer names to, in bytes. */
const MAX_BYTES = 63

/** The name as it stands in SQL. `invalid_argument` when PostgreSQL could not have it, or keeps it for itself. */
export function quoteSchema(name: string): string {
  const bytes = Buffer.byteLength(name)
  if (bytes === 0 || bytes > MAX_BYTES || name.includes('\0') || /^pg_/i.test(name)) {
    throw new StowageError(
      'invalid_argument',
      `The schema must have a name of 1 to ${MAX_BYTES} bytes that does not begin with pg_.`,
      { context: { argument: 'schema' } },
    )
  }
  return `"${name.replaceAll('"', '""')}"`
}
