import { type Check, check } from '@stowage/core/internal'

/** The bytes to which PostgreSQL truncates longer names. */
const MAX_BYTES = 63

/** The `schema` option: a name that PostgreSQL accepts and does not reserve. */
export const schemaName: Check = check(
  `a name of 1 to ${MAX_BYTES} bytes that does not begin with pg_`,
  (value) => typeof value === 'string' && isName(value),
)

/** The name quoted for SQL. */
export function quoteSchema(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function isName(name: string): boolean {
  const bytes = Buffer.byteLength(name)
  return bytes > 0 && bytes <= MAX_BYTES && !name.includes('\0') && !/^pg_/i.test(name)
}
