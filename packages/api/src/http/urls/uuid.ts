const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Replaces a malformed id: no asset has this one (RFC 9562 §5.9). */
const NIL_UUID = '00000000-0000-0000-0000-000000000000'

/** Whether the text is a UUID, in either case. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/** The UUID in lower case, as it is stored. Any other text becomes an id that is always unknown. */
export function normalizeUuid(text: string): string {
  return UUID.test(text) ? text.toLowerCase() : NIL_UUID
}
