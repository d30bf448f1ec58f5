import { tokenOf } from './content.mjs'

const EXPECTED = [
  'folder_cycle',
  'folder_exists',
  'folder_not_empty',
  'folder_not_found',
  'folder_too_deep',
]

/**
 * The verbs that change folders and move assets into them. Folders are taken off `folders`, a list of ids, while one is
 * changed, so that the order of its changes is known. A folder that lies in it may go meanwhile, by a deletion.
 */
export function createFolderVerbs({ store, journal, random, shelf, folders, label }) {
  let made = 0
  const nextName = () => {
    made += 1
    return `${label} ${made}`
  }
  const inside = () => (random.chance(0.3) ? null : (random.pick(folders) ?? null))
  const summary = ({ id, name, parentId }) => ({ folder: { id, name, parentId } })

  async function withFolder(work) {
    if (folders.length === 0) return
    const [id] = folders.splice(random.below(folders.length), 1)
    const { outcome, code, isGone } = await work(id)
    if (!isGone && outcome !== 'unknown' && code !== 'folder_not_found') folders.push(id)
  }

  return {
    async createFolder() {
      const options = { name: nextName(), parentId: inside() }
      const { value } = await journal.act(
        { verb: 'createFolder', expects: EXPECTED },
        () => store.folders.create(options),
        { summary },
      )
      if (value !== undefined) folders.push(value.id)
    },
    updateFolder: () =>
      withFolder((id) => {
        const changes = random.chance(0.3) ? { name: nextName() } : { parentId: inside() }
        return journal.act(
          { verb: 'updateFolder', id, changes, expects: EXPECTED },
          () => store.folders.update(id, changes),
          { summary },
        )
      }),
    deleteFolder: () =>
      withFolder(async (id) => {
        const options = random.chance(0.5) ? { assets: 'detach' } : {}
        const { outcome, code } = await journal.act(
          { verb: 'deleteFolder', id, ...options, expects: EXPECTED },
          () => store.folders.delete(id, options),
        )
        return { outcome, code, isGone: outcome === 'done' }
      }),
    async moveAssets() {
      const assets = shelf.take('active', random.between(1, 12))
      if (assets.length === 0) return
      const [ids, tokens] = [assets.map(({ id }) => id), assets.map(({ name }) => tokenOf(name))]
      const folderId = inside()
      const { outcome } = await journal.act(
        { verb: 'moveAssets', tokens, folderId, expects: EXPECTED },
        () => store.select(ids).move(folderId),
      )
      if (outcome !== 'unknown') shelf.putBack(assets)
    },
  }
}
