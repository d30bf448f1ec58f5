/** What an operation may be refused with, as others change the same folders and assets. */
const REFUSALS = [
  'asset_not_found',
  'folder_cycle',
  'folder_exists',
  'folder_not_empty',
  'folder_not_found',
  'folder_too_deep',
  'not_trashed',
]
const WEIGHTS = {
  create: 24,
  descend: 8,
  rename: 6,
  moveFolder: 16,
  deleteEmpty: 3,
  deleteAll: 3,
  upload: 24,
  uploadMany: 4,
  moveAssets: 12,
  trash: 6,
  restore: 6,
  purge: 3,
  look: 6,
}
/** So few that siblings often want the same one. */
const NAMES = ['a', 'A', 'Bär', 'bär', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']
/** Bytes of a file, at most. */
const MOST = 400
/** Ids that a pool keeps. */
const KEPT = 80

/** What the clients of one view know of: ids of folders and assets that others may have deleted since. */
export function createPool() {
  return { folders: [], assets: [] }
}

/**
 * A client that moves, renames and deletes folders of `store` and uploads into them, one operation after the other.
 * Counts in `counts`, by operation and refusal; what must not happen it adds to `violations`.
 */
export function createFolderClient({ store, random, pool, counts, violations }) {
  const folder = () => random.pick(pool.folders)
  const folderOrTop = () => (random.chance(0.15) ? null : (folder() ?? null))
  const someAssets = (most) => random.some(pool.assets, random.between(1, most))
  const keep = (kind, ids) => {
    pool[kind].push(...ids)
    pool[kind].splice(0, Math.max(0, pool[kind].length - KEPT))
  }
  const file = () => random.bytes(random.between(1, MOST))
  const withAssets = async (most, work) => {
    const ids = someAssets(most)
    if (ids.length > 0) await work(ids)
  }
  const withFolder = async (work) => {
    const id = folder()
    if (id !== undefined) await work(id)
  }

  const operations = {
    async create(parentId = folderOrTop()) {
      const { id } = await store.folders.create({ name: random.pick(NAMES), parentId })
      keep('folders', [id])
    },
    /** Makes a chain, so that moves meet the limit of the depth. */
    async descend() {
      let parentId = folderOrTop()
      for (let depth = random.between(2, 12); depth > 0; depth -= 1) {
        const { id } = await store.folders.create({ name: random.pick(NAMES), parentId })
        keep('folders', [id])
        parentId = id
      }
    },
    rename: () => withFolder((id) => store.folders.update(id, { name: random.pick(NAMES) })),
    moveFolder: () => withFolder((id) => store.folders.update(id, { parentId: folderOrTop() })),
    deleteEmpty: () => withFolder((id) => store.folders.delete(id)),
    deleteAll: () =>
      withFolder((id) =>
        store.folders.delete(id, { assets: random.pick(['detach', 'trash', 'trash']) }),
      ),
    async upload() {
      const { id } = await store.upload(file(), { name: 'file.bin', folderId: folderOrTop() })
      keep('assets', [id])
    },
    async uploadMany() {
      const files = Array.from({ length: random.between(2, 6) }, () => ({
        name: 'many.txt',
        source: file(),
        folderId: folderOrTop(),
      }))
      keep(
        'assets',
        (await store.uploadMany(files)).map(({ id }) => id),
      )
    },
    moveAssets: () => withAssets(20, (ids) => store.select(ids).move(folderOrTop())),
    trash: () => withAssets(10, (ids) => store.trash(ids)),
    restore: () => withAssets(10, (ids) => store.restore(ids)),
    purge: () => withAssets(2, (ids) => store.purge(ids)),
    /** Learns what others made, and looks whether one moment is whole. */
    async look() {
      const { folders } = await store.folders.list({ page: random.between(1, 3) })
      keep(
        'folders',
        random.some(folders, 20).map(({ id }) => id),
      )
      for (const { path, name, parentId } of folders) {
        const isRight = path.at(-1) === name && (path.length === 1) === (parentId === null)
        if (!isRight) violations.push(`${name} in ${parentId} has the path ${path.join('/')}`)
      }
      await withFolder(async (folderTree) => {
        const { assets } = await store.list({ filter: { folderTree } })
        keep(
          'assets',
          assets.map(({ id }) => id),
        )
      })
    },
  }

  /** Does one operation. */
  return async function act() {
    const name = random.weighted(WEIGHTS)
    try {
      await operations[name]()
      count(`${name} done`)
    } catch (error) {
      if (!REFUSALS.includes(error.code)) violations.push(`${name}: ${error.stack}`)
      else count(error.code)
    }
  }

  function count(what) {
    counts[what] = (counts[what] ?? 0) + 1
  }
}
