const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Whether this can be the id of a record: PostgreSQL stores ids as UUIDs, and ignores their case. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}
