import { tokenOf } from '../load/content.mjs'

/** What may have happened when it was cut off. A folder that is made then has no id that is known. */
const CHANGES = ['updateFolder', 'deleteFolder', 'moveAssets']

/** What was acknowledged of folders, and of assets that were moved into them, from the journals of killed clients. */
export function createFolderLedger() {
  /** By id: `{ name, parentId }` as last acknowledged, `isDeleted`, and `isOpen` while its last change is unknown. */
  const folders = new Map()
  /** By token: the folder that the asset was last moved into, or of the asset that it was copied from. */
  const places = new Map()
  /** Moves of which all or nothing has happened, with the assets that were elsewhere. */
  const open = []
  /** Ids of folders whose deletion has begun with what is in them: in steps, that takes assets out before the folders. */
  const emptying = new Set()
  /** By id: the folders in which the folder lay, or may have lain, since the last comparison. */
  const above = new Map()

  function liesIn(id, parentId) {
    above.set(id, (above.get(id) ?? new Set()).add(parentId))
  }

  /** What may come of it, however it ends. */
  function begin({ verb, id, assets, changes }) {
    if (verb === 'deleteFolder' && assets !== undefined) emptying.add(id)
    if (verb === 'updateFolder' && changes.parentId !== undefined) liesIn(id, changes.parentId)
  }

  function settle({ verb, as, id, tokens, folderId }, line) {
    if (as === 'copy') for (const copy of line.assets) places.set(tokenOf(copy.name), copy.folderId)
    else if (verb === 'moveAssets') for (const token of tokens) places.set(token, folderId)
    else if (verb === 'deleteFolder') folders.set(id, { ...folders.get(id), isDeleted: true })
    else {
      folders.set(line.folder.id, line.folder)
      liesIn(line.folder.id, line.folder.parentId)
    }
  }

  function leaveOpen({ verb, id, tokens, folderId }) {
    if (verb !== 'moveAssets') folders.set(id, { ...folders.get(id), isOpen: true })
    else {
      // Deletions also take assets out of all folders.
      if (folderId !== null) {
        open.push({ folderId, tokens: tokens.filter((token) => places.get(token) !== folderId) })
      }
      for (const token of tokens) places.delete(token)
    }
  }

  /** The folder, and each in which it lay, or may have lain, since the last comparison. */
  function linesOf(id) {
    const reached = new Set([id])
    for (const at of reached) for (const parent of above.get(at) ?? []) reached.add(parent)
    reached.delete(null)
    return [...reached]
  }

  /** A folder is gone with each that it lies in. Of unknown state when the state of one of them is. */
  function mayBeGone(id) {
    return linesOf(id).some((at) => {
      const folder = folders.get(at)
      return folder === undefined || folder.isDeleted || folder.isOpen || emptying.has(at)
    })
  }

  /** Whether a deletion may have taken assets out of it, whatever has become of the folder since. */
  function mayBeEmptied(id) {
    return linesOf(id).some((at) => emptying.has(at))
  }

  return {
    /** Takes the journals of clients that have ended. */
    add(journals) {
      for (const lines of journals) {
        const within = new Map()
        for (const line of lines) {
          if (line.n !== undefined && isWatched(line)) {
            within.set(line.n, line)
            begin(line)
          }
          const intent = within.get(line.done ?? line.failed)
          if (intent === undefined) continue
          within.delete(line.done ?? line.failed)
          if (line.done !== undefined) settle(intent, line)
          else if (line.outcome !== 'refused' && isChange(intent)) leaveOpen(intent)
        }
        for (const intent of within.values()) if (isChange(intent)) leaveOpen(intent)
      }
    },
    /** Compares with the rows of folders and the assets found, by token. `lost` and `half`: sentences. */
    judge(rows, found) {
      const [lost, half] = [[], []]
      const byId = new Map(rows.map((row) => [row.id, row]))
      for (const [id, { name, parentId, isDeleted, isOpen }] of folders) {
        const row = byId.get(id)
        if (row !== undefined && isDeleted) lost.push(`folder ${id}: deleted, but there`)
        if (row === undefined && !mayBeGone(id)) lost.push(`folder ${name}: made, but not there`)
        if (row === undefined || isOpen || isDeleted) continue
        if (row.name !== name || row.parent_id !== parentId) {
          lost.push(`folder ${id}: ${name} in ${parentId} is ${row.name} in ${row.parent_id}`)
        }
      }
      for (const [token, folderId] of places) {
        const record = found.get(token)?.record
        if (record === undefined || record.folderId === folderId) continue
        const isDetached =
          record.folderId === null && (!byId.has(folderId) || mayBeEmptied(folderId))
        if (!isDetached) lost.push(`${token}: moved into ${folderId}, but in ${record.folderId}`)
      }
      for (const { tokens, folderId } of open) {
        const there = tokens.filter((token) => found.has(token))
        const moved = there.filter((token) => found.get(token).record.folderId === folderId)
        if (moved.length > 0 && moved.length < there.length && !mayBeEmptied(folderId)) {
          half.push(`${moved.length} of ${there.length} assets are in ${folderId}`)
        }
      }
      return { lost, half }
    },
    /** Makes certain what was found. */
    adopt(rows, found) {
      for (const known of [folders, above, emptying]) known.clear()
      for (const { id, name, parent_id: parentId } of rows) {
        folders.set(id, { name, parentId })
        liesIn(id, parentId)
      }
      open.length = 0
      places.clear()
      for (const [token, { record }] of found) places.set(token, record.folderId)
    },
  }
}

function isChange({ verb }) {
  return CHANGES.includes(verb)
}

function isWatched(intent) {
  return isChange(intent) || intent.verb === 'createFolder' || intent.as === 'copy'
}
