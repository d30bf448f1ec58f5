import type { UploadManyOptions } from '@stowage/core'
import { verdictOn } from '../auth/authorize.ts'
import type { RequestContext } from './request-context.ts'

/** Which assets that are there already an upload, or a repeated one, may be answered with. */
export interface DuplicateRights {
  /** Options of the upload. */
  readonly options: Pick<UploadManyOptions, 'onDuplicate' | 'duplicatesOf' | 'approveReturned'>
  /** The error of the upload, or in its place what `authorize` threw. */
  explain(error: unknown): unknown
}

/**
 * Who may not read all assets must not learn by their bytes which there are: only those count that the same principal
 * uploaded. Even those may be closed to it since: what `authorize` does not let it `get` does not exist for it, so the
 * file is stored; and a repeated upload of it is answered as if it were purged. This is asked before anything is stored,
 * because an upload is all or nothing.
 *
 * `authorize` cannot be asked about the holder of a ticket, who therefore always stores.
 */
export function duplicateRights({ authorize, principal, ticket }: RequestContext): DuplicateRights {
  let failure: { readonly error: unknown } | undefined
  const explain = (error: unknown) => (failure === undefined ? error : failure.error)
  if (principal === null) {
    const isAsked = authorize !== null && ticket !== null
    return { options: isAsked ? { onDuplicate: 'store' } : {}, explain }
  }
  const seesAll = authorize === null && principal.permissions.includes('read')
  if (seesAll) return { options: {}, explain }
  const duplicatesOf = { createdBy: principal.id }
  if (authorize === null) return { options: { duplicatesOf }, explain }
  return {
    options: {
      duplicatesOf,
      async approveReturned(asset) {
        try {
          return (await verdictOn(authorize, principal, 'get', asset)) === 'allowed'
        } catch (error) {
          failure = { error }
          throw error
        }
      },
    },
    explain,
  }
}
