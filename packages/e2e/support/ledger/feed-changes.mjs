import { tokenOf } from '../load/content.mjs'

/** What a change tells of each asset that it names. `sure`: it always changes something. */
const TOLD = {
  upload: { type: 'asset.created', sure: true },
  trash: { type: 'asset.trashed', sure: true },
  trashMatching: { type: 'asset.trashed', sure: true },
  restore: { type: 'asset.restored', sure: true },
  restoreMatching: { type: 'asset.restored', sure: true },
  purge: { type: 'asset.purged', sure: true },
  update: { type: 'asset.updated', sure: true },
  markMatching: { type: 'asset.updated', sure: false },
  replaceContent: { type: 'asset.replaced', sure: true },
  restoreVersion: { type: 'asset.replaced', sure: true },
}
const FATES = { trash: 'asset.trashed', purge: 'asset.purged' }
/** What a change tells of a key or folder. */
const TOLD_OF = {
  createKey: ['key.created', (_, { key }) => key],
  revokeKey: ['key.revoked', ({ key }) => key],
  createFolder: ['folder.created', (_, { folder }) => folder?.id],
  deleteFolder: ['folder.deleted', ({ id }) => id],
}

/** The types whose events are counted. */
export const COUNTED = new Set([
  ...Object.values(TOLD).map(({ type }) => type),
  ...['key.created', 'key.revoked', 'folder.created'],
])

/**
 * What the journal of a client says of changes: `{ type, token | subject, sure, begun, ended }`, in the order in which they
 * began. `sure`: it was acknowledged, so its event must be there; otherwise it may be. Times are lines of the journal.
 */
export function changesOf(lines) {
  const within = new Map()
  const changes = []
  for (const [index, line] of lines.entries()) {
    if (line.n !== undefined) within.set(line.n, { intent: line, begun: index })
    const operation = within.get(line.done ?? line.failed)
    if (operation === undefined) continue
    within.delete(line.done ?? line.failed)
    if (line.outcome === 'refused') continue
    changes.push(...toldBy(operation, line, index))
  }
  for (const operation of within.values()) changes.push(...toldBy(operation, {}, Infinity))
  return changes.sort((one, other) => one.begun - other.begun)
}

function toldBy({ intent, begun }, line, ended) {
  const isDone = line.done !== undefined
  const times = { begun, ended }
  const { verb, tokens = [], files = [], unowned } = intent
  const isContested = intent.contested || files.some(({ contested }) => contested)
  if (isContested) return []
  if (verb === 'detachAll' && FATES[unowned] !== undefined) {
    return tokens.map((token) => ({ type: FATES[unowned], token, sure: false, ...times }))
  }
  if (TOLD_OF[verb] !== undefined) {
    const [type, subjectOf] = TOLD_OF[verb]
    return [{ type, subject: subjectOf(intent, line) ?? null, sure: isDone, ...times }]
  }
  const told = TOLD[verb]
  if (told === undefined) return []
  const { type, sure } = told
  const named = verb === 'upload' ? files.map(({ token }) => token) : tokens
  return named.map((token) => ({ type, token, sure: sure && isDone, ...times }))
}

/** Which ids the acknowledged uploads of a journal gave to which tokens. */
export function idsOf(lines) {
  return lines.flatMap(({ done, assets = [] }) =>
    done === undefined ? [] : assets.map(({ id, name }) => [tokenOf(name), id]),
  )
}
