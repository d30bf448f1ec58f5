import { randomUUID } from 'node:crypto'

const USABLE = /^[A-Za-z0-9._-]{1,128}$/

/** The client's `X-Request-Id` when it is 1–128 characters of `[A-Za-z0-9._-]`, else a new UUID. */
export function requestIdOf(header: string | undefined): string {
  return header !== undefined && USABLE.test(header) ? header : randomUUID()
}
