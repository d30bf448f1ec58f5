import { normalizeUuid } from './uuid.ts'

const KEY_ID = /^[0-9A-Za-z]{12}$/

/** The id of an API key. Any other text becomes an id that is always unknown. */
export function normalizeKeyId(text: string): string {
  return KEY_ID.test(text) ? text : normalizeUuid(text)
}
