/** What an operation may be refused with, as others change the same owners and assets, and assets expire. */
const REFUSALS = ['asset_not_found', 'too_many_attachments']
const WEIGHTS = { upload: 30, attach: 25, set: 10, detach: 10, deleteOwner: 5, keep: 4, look: 8 }
/** Ids that a pool keeps. */
const KEPT = 60
/** How many owners of a kind there are. */
const OWNERS = 12

/**
 * Whose assets are of which kind: those of posts are kept or trashed with their owner, those of drafts purged. So an asset
 * of a post that was once attached or kept must be there in the end.
 */
const KINDS = {
  post: ['keep', 'trash'],
  draft: ['purge', 'keep'],
}
/** The kind of an asset, by its name. */
export const kindOf = (name) => (name.startsWith('post') ? 'post' : 'draft')

/** What the clients of one process know of: ids of assets that may have expired since. */
export function createPool() {
  return { post: [], draft: [] }
}

/**
 * A client that uploads assets that are pending, and attaches, sets, detaches and keeps them, one operation after the other.
 * Counts in `counts`, by operation and refusal; what must not happen it adds to `violations`.
 */
export function createOwnersClient({ store, random, pool, note, counts, violations }) {
  const kind = () => random.pick(Object.keys(KINDS))
  const fieldOf = (type) => ({
    type,
    id: String(random.below(OWNERS)),
    field: random.pick(['cover', 'files']),
  })
  const fateOf = (type) => random.pick(KINDS[type])
  const know = (type, ids) => {
    pool[type].push(...ids)
    pool[type].splice(0, Math.max(0, pool[type].length - KEPT))
  }
  const withAssets = async (work) => {
    const type = kind()
    const ids = random.some(pool[type], random.between(1, 4))
    if (ids.length > 0) await work(ids, type)
  }
  /** Only of posts it is known that nothing deletes what was done. */
  const noted = async (type, ids, work) => {
    note('tried', ids)
    await work()
    if (type === 'post') note('done', ids)
  }

  const operations = {
    async upload() {
      const type = kind()
      const files = Array.from({ length: random.between(1, 3) }, () => ({
        name: `${type}.bin`,
        source: random.bytes(random.between(1, 400)),
      }))
      const assets = await store.uploadMany(files, { pending: { hours: 1 } })
      const ids = assets.map(({ id }) => id)
      note('uploaded', ids)
      know(type, ids)
    },
    attach: () =>
      withAssets((ids, type) => noted(type, ids, () => store.owners.add(ids, fieldOf(type)))),
    set: () =>
      withAssets((ids, type) =>
        noted(type, ids, () => store.owners.set(ids, fieldOf(type), { unowned: fateOf(type) })),
      ),
    detach: () =>
      withAssets((ids, type) => store.owners.remove(ids, fieldOf(type), { unowned: fateOf(type) })),
    async deleteOwner() {
      const type = kind()
      const { id } = fieldOf(type)
      await store.owners.removeAll({ type, id }, { unowned: fateOf(type) })
    },
    keep: () => withAssets((ids, type) => noted(type, ids, () => store.select(ids).keep())),
    /** Learns what others uploaded, and looks whether what is listed is attached. */
    async look() {
      const type = kind()
      const assets = await store.owners.list(fieldOf(type))
      for (const { id, pendingUntil, trashedAt } of assets) {
        if (pendingUntil === null && trashedAt === null) continue
        violations.push(`${id} is listed, pending until ${pendingUntil}, trashed at ${trashedAt}`)
      }
      for (const { id, name } of (await store.list({ perPage: 20 })).assets)
        know(kindOf(name), [id])
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
