import { isStowageError } from '@stowage/core'

/** What to do when there is no store. */
export const HOW_MADE = '"stowage serve" and "stowage import" make a store.'

/**
 * Whether opening a database to read found none of our tables; the error may also be the cause of what a command says.
 */
export function isNoStore(error: unknown): boolean {
  if (isStowageError(error)) return error.context.missing === true
  const { cause } = Object(error) as { readonly cause?: unknown }
  return cause !== undefined && isNoStore(cause)
}
