import { isApiClientError } from '@stowage/client'
import { isStowageError } from '@stowage/core'
import { inParallel } from '@stowage/core/internal'
import { isUnreachable } from '../exit/explain-error.ts'
import type { Target } from './target.ts'

const AT_ONCE = 8

/** The state in which a change would find an asset. */
type State = 'active' | 'trashed' | 'gone' | 'unknown'

/**
 * The ids whose assets are already as the change would leave them. Only for messages to people, since others may change
 * them meanwhile.
 */
export async function isUnchanged(
  target: Target,
  change: 'trash' | 'restore' | 'purge',
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const wanted = ({ trash: 'trashed', restore: 'active', purge: 'gone' } as const)[change]
  // A service does not show a single asset in the trash.
  if (target.kind === 'server' && change === 'purge') {
    const trashed = await trashedAmong(target, ids, signal)
    return new Set(ids.filter((id) => !trashed.has(id.toLowerCase())))
  }
  const found = new Set<string>()
  await inParallel(ids, AT_ONCE, async (id) => {
    signal.throwIfAborted()
    if ((await stateOf(target, id, signal)) === wanted) found.add(id)
  })
  return found
}

/** On a service, an id that never existed counts as trashed: the change itself refuses it. */
async function stateOf(target: Target, id: string, signal: AbortSignal): Promise<State> {
  try {
    if (target.kind === 'server') await target.get(id, signal)
    else {
      const { trashedAt } = await target.store.get(id, { signal, trashed: 'include' })
      if (trashedAt !== null) return 'trashed'
    }
    return 'active'
  } catch (error) {
    if (signal.aborted || isUnreachable(error)) throw error
    if (isStowageError(error, 'asset_not_found')) return 'gone'
    return isApiClientError(error) && error.code === 'asset_not_found' ? 'trashed' : 'unknown'
  }
}

async function trashedAmong(
  target: Target,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const left = new Set(ids.map((id) => id.toLowerCase()))
  const found = new Set<string>()
  for await (const { id } of target.find({ filter: {}, trashed: 'only' }, signal)) {
    if (left.delete(id)) found.add(id)
    if (left.size === 0) break
  }
  return found
}
