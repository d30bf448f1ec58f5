import { sha256Of, tokenOf } from './content.mjs'
import { CONTESTED } from './shelf.mjs'
import { createUploads } from './uploads.mjs'

/** About as many assets as a worker keeps. */
const KEPT = 90
const CONTESTED_KEPT = 8

/** How often each verb comes up. */
const WEIGHTS = {
  upload: 14,
  large: 2,
  many: 4,
  abort: 4,
  byKey: 3,
  byRevokedKey: 1,
  contestedUpload: 2,
  get: 6,
  list: 3,
  read: 8,
  variant: 8,
  update: 8,
  trash: 10,
  restore: 4,
  purge: 6,
  contest: 10,
  sweep: 1,
  createKey: 2,
  revokeKey: 1,
}

/** What a worker does: one operation of a random kind at each call, told to the journal. */
export function createVerbs(world) {
  const { store, journal, random, shelf } = world
  const keys = []
  const uploads = createUploads({ ...world, keys })

  /** Takes assets off the shelf for a change and puts back what came of it. */
  async function change(verb, list, most, work) {
    const assets = shelf.take(list, random.between(1, most))
    if (assets.length === 0) return
    const ids = assets.map(({ id }) => id)
    const tokens = assets.map(({ name }) => tokenOf(name))
    const after = await journal.act({ verb, tokens, ids }, () => work(ids))
    if (after !== null) shelf.putBack(after ?? [])
  }

  async function readWhole(asset, variant) {
    const file = await store.read(asset, variant === undefined ? {} : { variant })
    const bytes = await file.bytes()
    if (sha256Of(bytes) !== file.sha256 || bytes.length !== file.size) {
      journal.violation(
        `${asset.id} ${variant ?? 'original'}: ${bytes.length} of ${file.size} bytes`,
      )
    }
    return file
  }

  const verbs = {
    ...uploads,

    async get() {
      const asset = shelf.peek('active')
      if (asset) await journal.act({ verb: 'get', fluid: true }, () => store.get(asset.id))
    },

    async list() {
      const trashed = random.chance(0.3)
      const page = await journal.act({ verb: 'list' }, () =>
        store.list({ page: random.between(1, 3), perPage: random.between(1, 100), trashed }),
      )
      for (const asset of page?.assets ?? []) {
        if (asset.name.startsWith(CONTESTED)) shelf.add(asset)
      }
    },

    async read() {
      const asset = shelf.peek('active')
      if (asset) await journal.act({ verb: 'read', fluid: true }, () => readWhole(asset.id))
    },

    async variant() {
      const [asset] = shelf.take('active', 1)
      if (asset === undefined) return
      const name = random.pick(store.variants.names)
      let current = asset
      if (store.variants.offers(asset, name)) {
        const intent = {
          verb: 'variant',
          tokens: [tokenOf(asset.name)],
          variant: name,
          fluid: true,
        }
        const file = await journal.act(intent, () => readWhole(asset, name))
        current = file?.asset ?? (await store.get(asset.id))
      }
      shelf.putBack([current])
    },

    async update() {
      const [asset] = shelf.take('active', 1)
      if (asset === undefined) return
      const token = tokenOf(asset.name)
      const changes = {
        name: `${token}.${random.between(1, 1e6)}.txt`,
        isFavourite: random.chance(0.5),
      }
      const after = await journal.act({ verb: 'update', tokens: [token], changes }, () =>
        store.update(asset.id, changes),
      )
      if (after !== null) shelf.putBack([after])
    },

    trash: () => change('trash', 'active', 3, (ids) => store.trash(ids)),
    restore: () => change('restore', 'trashed', 2, (ids) => store.restore(ids)),
    purge: () => change('purge', 'trashed', 3, (ids) => store.purge(ids)),

    /** Everybody at the same asset: any order is right, as long as what can be read has its bytes. */
    async contest() {
      const asset = shelf.contested()
      if (asset === undefined) return
      const variant = random.pick(store.variants.names)
      const what = random.weighted({
        trash: 4,
        restore: 4,
        purge: 1,
        update: 2,
        read: 6,
        variant: 4,
      })
      const work = {
        trash: () => store.trash(asset.id),
        restore: () => store.restore(asset.id),
        purge: () => store.purge(asset.id),
        update: () => store.update(asset.id, { isFavourite: random.chance(0.5) }),
        read: () => readWhole(asset.id),
        variant: () => readWhole(asset.id, variant),
      }[what]
      const tokens = [tokenOf(asset.name)]
      const done = await journal.act({ verb: what, tokens, contested: true, variant }, work)
      if (what === 'purge' && done !== null) shelf.forgetContested(asset)
    },

    sweep: () => journal.act({ verb: 'sweep' }, () => store.maintenance.sweep()),

    async createKey() {
      const made = await journal.act(
        { verb: 'createKey' },
        () => store.keys.create({ name: 'crash' }),
        ({ key, token }) => ({ key: key.id, token }),
      )
      if (made !== null) keys.push(made.key)
    },

    async revokeKey() {
      const [key] = keys.splice(random.between(0, keys.length - 1), 1)
      if (key === undefined) return
      await journal.act({ verb: 'revokeKey', key: key.id }, () => store.keys.revoke(key.id))
    },
  }

  return () => {
    const weights = { ...WEIGHTS }
    if (shelf.size > KEPT) Object.assign(weights, { upload: 4, many: 1, purge: 20, restore: 1 })
    if (shelf.contestedSize >= CONTESTED_KEPT) weights.contestedUpload = 0
    return verbs[random.weighted(weights)]()
  }
}
