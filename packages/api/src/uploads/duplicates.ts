import { type Asset, isStowageError, type UploadManyOptions } from '@stowage/core'
import { externalIdTaken, uploadedAndPurged } from '@stowage/core/internal'
import { verdictOn } from '../auth/authorize.ts'
import type { RequestContext } from '../requests/request-context.ts'

/** Which existing assets may answer an upload, or a repeated one. */
export interface DuplicateRights {
  /** Options of the upload. */
  readonly options: Pick<UploadManyOptions, 'onDuplicate' | 'duplicatesOf' | 'onRepeated'>
  /** The error of the upload without what its caller may not learn, or what `authorize` threw instead of it. */
  explain(error: unknown): Promise<unknown>
}

/**
 * A caller who may not read all assets must not learn from their bytes which assets exist. So with `authorize`, only
 * assets within the uploader's scope count as duplicates, and none without a scope. A key without `read` finds only its
 * own. When `authorize` has closed an asset since, repeating its upload is answered as if it were purged.
 */
export function duplicateRights(context: RequestContext): DuplicateRights {
  const { authorize, principal, store } = context
  if (authorize === null) return { options: withoutAuthorize(context), explain: asItIs }
  const isBounded = store.view.scope !== null && principal !== null
  const options: DuplicateRights['options'] = isBounded ? {} : { onDuplicate: 'store' }
  if (principal === null) return { options, explain: asItIs }
  let failure: { readonly error: unknown } | undefined
  const mayGet = async (asset: Asset) => {
    try {
      return (await verdictOn(authorize, principal, 'get', asset)) === 'allowed'
    } catch (error) {
      failure = { error }
      throw error
    }
  }
  return {
    options: {
      ...options,
      async onRepeated(assets) {
        const hidden: string[] = []
        for (const asset of assets) if (!(await mayGet(asset))) hidden.push(asset.id)
        if (hidden.length > 0) throw uploadedAndPurged(hidden)
      },
    },
    async explain(error) {
      if (failure !== undefined) return failure.error
      if (!isStowageError(error, 'external_id_taken') || error.context.id === null) return error
      const { id, index = 0 } = error.context
      const holder = await store.get(id, { trashed: 'include' }).catch(() => null)
      return holder !== null && (await mayGet(holder)) ? error : externalIdTaken(index, null)
    },
  }
}

async function asItIs(error: unknown): Promise<unknown> {
  return error
}

function withoutAuthorize({ principal }: RequestContext): DuplicateRights['options'] {
  const seesAll = principal === null || principal.permissions.includes('read')
  return seesAll ? {} : { duplicatesOf: { createdBy: principal.id } }
}
