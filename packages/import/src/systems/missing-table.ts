/** The code of PostgreSQL, then that of MySQL and MariaDB. */
const NO_TABLE = ['42P01', 'ER_NO_SUCH_TABLE']
const NO_COLUMN = ['42703', 'ER_BAD_FIELD_ERROR']

/**
 * Whether a statement failed because the database lacks its table. SQLite has no code for that, so its message decides.
 */
export function isMissingTable(error: unknown): boolean {
  const { code, message } = factsOf(error)
  return NO_TABLE.includes(code) || /no such table/.test(message)
}

/** Whether a statement failed because its table lacks a column. */
export function isMissingColumn(error: unknown): boolean {
  const { code, message } = factsOf(error)
  return NO_COLUMN.includes(code) || /no such column/.test(message)
}

function factsOf(error: unknown): { readonly code: string; readonly message: string } {
  const { code, message } = Object(error) as { readonly code?: unknown; readonly message?: unknown }
  return { code: String(code), message: String(message) }
}
