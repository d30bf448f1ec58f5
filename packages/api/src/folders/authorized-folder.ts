import type { Asset } from '@stowage/core'
import { ASKED_AT_A_TIME, verdictOn } from '../auth/authorize.ts'
import { apiError } from '../errors/api-error.ts'
import type { RequestContext } from '../requests/request-context.ts'

/**
 * Asks `authorize` about each asset in the folder and the folders below it, those in the trash too, because a deletion
 * takes all of them out. Throws 403 when one may not be taken out: nothing can stay in a deleted folder.
 */
export async function assertMayEmpty(
  context: RequestContext,
  fate: 'detach' | 'trash',
): Promise<void> {
  const { authorize, principal, store, id, request } = context
  if (authorize === null || principal === null) return
  const { signal } = request
  await store.folders.get(id, { signal })
  const filter = { folderTree: id }
  let some: Asset[] = []
  const ask = async () => {
    const verdicts = await Promise.all(
      some.map((asset) => verdictOn(authorize, principal, actionOn(asset, fate), asset)),
    )
    some = []
    if (verdicts.every((verdict) => verdict === 'allowed')) return
    throw apiError(
      'forbidden',
      'You may not take every asset out of this folder. Move what you may, or ask someone who may.',
    )
  }
  for await (const asset of store.matching(filter).iterate({ trashed: 'with', signal })) {
    some.push(asset)
    if (some.length === ASKED_AT_A_TIME) await ask()
  }
  await ask()
}

/** An asset in the trash only leaves the folder. */
function actionOn({ trashedAt }: Asset, fate: 'detach' | 'trash'): 'move' | 'trash' {
  return fate === 'trash' && trashedAt === null ? 'trash' : 'move'
}
