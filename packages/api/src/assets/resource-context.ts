import type { Asset } from '@stowage/core'
import { ASKED_AT_A_TIME, verdictOn } from '../auth/authorize.ts'
import type { Query } from '../http/query/query.ts'
import type { RequestContext } from '../requests/request-context.ts'
import type { ResourceContext } from './asset-resource.ts'

/** What the resources of these assets depend on. `Query` is the whole query, which lists need. */
type Shown = ResourceContext & { readonly query: Query }

/**
 * The context in which assets are shown. With `sign` it asks `authorize` about each of them: a signed URL opens a file
 * to anyone who has it. So only a principal who may both see and download a file gets one.
 */
export function resourceContext(
  context: RequestContext,
  assets: readonly Asset[],
): Shown | Promise<Shown> {
  const isAsked = context.signFor !== null && context.authorize !== null
  return isAsked ? withUnsigned(context, assets) : context
}

async function withUnsigned(context: RequestContext, assets: readonly Asset[]): Promise<Shown> {
  const unsigned = new Set<string>()
  for (let start = 0; start < assets.length; start += ASKED_AT_A_TIME) {
    const some = assets.slice(start, start + ASKED_AT_A_TIME)
    await Promise.all(
      some.map(async (asset) => {
        if (!(await mayHaveFile(context, asset))) unsigned.add(asset.id)
      }),
    )
  }
  return Object.assign({}, context, { unsigned })
}

async function mayHaveFile(
  { authorize, principal }: RequestContext,
  asset: Asset,
): Promise<boolean> {
  if (authorize === null || principal === null) return true
  for (const action of ['content', 'download'] as const) {
    if ((await verdictOn(authorize, principal, action, asset)) !== 'allowed') return false
  }
  return true
}
