import { isStowageError } from '@stowage/core'

/** What to do where there is no store. */
export const HOW_MADE = '"stowage serve" and "stowage import" make a store.'

/** Whether what opens a database to read found no tables of ours there; also as the cause of what a command says. */
export function isNoStore(error: unknown): boolean {
  if (isStowageError(error)) return error.context.missing === true
  const { cause } = Object(error) as { readonly cause?: unknown }
  return cause !== undefined && isNoStore(cause)
}
