import { type AssetFilter, type AssetStore, revisionOf } from '@stowage/core'
import type { Choices } from './choices.fixture.ts'
import type { DifferentialVerb } from './differential-verb.fixture.ts'
import { folderVerbs, ownerVerbs } from './neighbour-verbs.fixture.ts'
import { keyVerbs } from './token-verbs.fixture.ts'

const upload = ({ name, own, folderOrNone, externalId, maybe, int, pick }: Choices) => ({
  name: name(),
  ...own(),
  ...maybe(0.4, 'folderId', folderOrNone),
  ...maybe(0.15, 'externalId', externalId),
  ...maybe(0.3, 'onDuplicate', () => pick(['store', 'return', 'refuse'])),
  ...maybe(0.2, 'pending', () => pick([true, { hours: 1 + int(30) }])),
  ...maybe(0.12, 'idempotencyKey', () => `k${int(6)}`),
})

/** `ifMatch` of the revision that a record has, when it is to be given. */
async function matching(isWanted: boolean, read: () => Promise<unknown>) {
  if (!isWanted) return {}
  const record = (await read().catch(() => null)) as Parameters<typeof revisionOf>[0] | null
  return record === null ? {} : { ifMatch: revisionOf(record) }
}

/** A list that is walked by cursors, one way or the other. */
async function walked(view: AssetStore, query: object, perPage: number, isBack: boolean) {
  const found: unknown[] = []
  let page = await view.list({ ...query, perPage, after: null })
  const forth = [page]
  while (page.next !== null) {
    page = await view.list({ ...query, perPage, after: page.next })
    forth.push(page)
    if (forth.length > 300) throw new Error('The walk does not end.')
  }
  for (const { total, assets } of forth)
    found.push(
      total,
      assets.map(({ id }) => id),
    )
  while (isBack && page.previous !== null) {
    page = await view.list({ ...query, perPage, before: page.previous })
    found.push(page.assets.map(({ id }) => id))
  }
  return found
}

const trashed = ({ chance }: Choices) => (chance(0.4) ? { trashed: 'include' } : {})
const someIds = (c: Choices) => [c.assets()]

const assetVerbs: Readonly<Record<string, DifferentialVerb>> = {
  upload: {
    weight: 14,
    args: (c) => [c.content(), upload(c)],
    run: (view, [content, options]) => view.upload(content, options),
  },
  uploadMany: {
    weight: 4,
    args: (c) => [
      c.several(4, () => ({
        ...{ source: c.content(), name: c.name(), ...c.own() },
        ...c.maybe(0.2, 'externalId', c.externalId),
        ...c.maybe(0.2, 'folderId', c.folder),
      })),
      c.maybe(0.3, 'onDuplicate', () => c.pick(['return', 'refuse'])),
    ],
    run: (view, [files, options]) => view.uploadMany(files, options),
  },
  'admin.import': {
    weight: 7,
    args: (c) => [
      {
        ...{ source: c.content(), name: c.name(), ...c.own(), externalId: c.externalId() },
        ...c.maybe(0.3, 'id', c.asset),
        ...c.maybe(0.15, 'publicFileId', () => c.idOf(c.known.publicFiles)),
        ...c.maybe(0.5, 'createdAt', c.moment),
        ...c.maybe(0.3, 'updatedAt', c.moment),
        ...c.maybe(0.2, 'trashedAt', c.moment),
        ...c.maybe(0.4, 'folder', () => c.pick(['Trips/2019', 'trips', ['A', 'b/c'], 'Straße'])),
        ...c.maybe(0.2, 'createdBy', () => c.pick(['ann', 'bob', null])),
        ...c.maybe(0.15, 'status', () => c.pick(['ready', 'processing', 'failed'])),
        isFavourite: c.chance(0.3),
      },
    ],
    run: (view, [item]) => view.admin.import(item),
  },
  get: {
    weight: 3,
    args: (c) => [c.asset(), trashed(c)],
    run: (view, [id, options]) => view.get(id, options),
  },
  getFile: {
    weight: 1,
    args: (c) => [c.idOf(c.known.publicFiles), trashed(c)],
    run: (view, [id, options]) => view.get({ publicFileId: id }, options),
  },
  getAnyFile: {
    weight: 1,
    args: (c) => [c.idOf(c.known.publicFiles), trashed(c)],
    run: (view, [id, options]) => view.get({ publicFileId: id }, { tenant: 'any', ...options }),
  },
  getExternal: {
    weight: 2,
    args: (c) => [c.externalId(), trashed(c)],
    run: (view, [id, options]) => view.get({ externalId: id }, options),
  },
  list: {
    weight: 14,
    args: (c) => [
      {
        ...{ filter: c.filter(), page: 1 + c.int(3), perPage: 1 + c.int(12) },
        ...c.maybe(0.6, 'sort', c.sort),
        ...c.maybe(0.4, 'trashed', () => c.pick([true, 'with'])),
      },
    ],
    run: (view, [query]) => view.list(query),
  },
  iterate: {
    weight: 10,
    args: (c) => [
      { filter: c.filter(), sort: c.sort(), ...c.maybe(0.4, 'trashed', () => 'with') },
      1 + c.int(9),
      c.chance(0.4),
    ],
    run: (view, [query, perPage, isBack]) => walked(view, query, perPage, isBack),
  },
  update: {
    weight: 8,
    args: (c) => [
      c.asset(),
      {
        ...c.maybe(0.4, 'name', c.name),
        ...c.maybe(0.3, 'isFavourite', () => c.chance(0.5)),
        ...c.maybe(0.4, 'folderId', c.folderOrNone),
        ...c.own(),
      },
      c.chance(0.3),
    ],
    run: async (view, [id, changes, hasMatch]) =>
      view.update(id, changes, await matching(hasMatch, () => view.get(id))),
  },
  'versions.replace': {
    weight: 6,
    args: (c) => [c.asset(), c.content(), c.maybe(0.3, 'name', c.name)],
    run: (view, [id, content, options]) => view.versions.replace(id, content, options),
  },
  'versions.list': {
    weight: 3,
    args: (c) => [c.asset()],
    run: (view, [id]) => view.versions.list(id),
  },
  'versions.restore': {
    weight: 4,
    args: (c) => [c.asset(), c.int(3), c.idOf([])],
    async run(view, [id, nth, unknown]) {
      const versions = await view.versions.list(id)
      return view.versions.restore(id, versions[nth % versions.length]?.id ?? unknown)
    },
  },
  copy: {
    weight: 4,
    args: (c) => [
      c.asset(),
      {
        ...c.maybe(0.4, 'name', c.name),
        ...c.maybe(0.3, 'folderId', c.folderOrNone),
        ...c.maybe(0.2, 'idempotencyKey', () => `c${c.int(4)}`),
      },
    ],
    run: (view, [id, options]) => view.copy(id, options),
  },
  trash: { weight: 7, args: someIds, run: (view, [ids]) => view.trash(ids) },
  restore: { weight: 4, args: someIds, run: (view, [ids]) => view.restore(ids) },
  'select.move': {
    weight: 4,
    args: (c) => [c.assets(), c.folderOrNone()],
    run: (view, [ids, folderId]) => view.select(ids).move(folderId),
  },
  'select.tag': {
    weight: 4,
    args: (c) => [
      c.assets(),
      { ...c.maybe(0.8, 'add', c.tags), ...c.maybe(0.6, 'remove', c.tags) },
    ],
    run: (view, [ids, changes]) => view.select(ids).tag(changes),
  },
  'select.setFavourite': {
    weight: 3,
    args: (c) => [c.assets(), c.chance(0.5)],
    run: (view, [ids, isFavourite]) => view.select(ids).setFavourite(isFavourite),
  },
  'select.keep': { weight: 2, args: someIds, run: (view, [ids]) => view.select(ids).keep() },
  purge: { weight: 4, args: someIds, run: (view, [ids]) => view.purge(ids) },
  matching: {
    weight: 6,
    args: (c) => [
      c.filter(),
      c.pick(['trash', 'restore', 'move', 'tag', 'setFavourite', 'count']),
      { folderId: c.folderOrNone(), tags: { add: c.tags(), remove: c.tags() } },
      c.chance(0.5),
    ],
    run(view, [filter, verb, { folderId, tags }, isFavourite]) {
      const found = view.matching(filter as AssetFilter)
      if (verb === 'move') return found.move(folderId)
      if (verb === 'tag') return found.tag(tags)
      if (verb === 'setFavourite') return found.setFavourite(isFavourite)
      if (verb === 'count') return found.count({ trashed: isFavourite })
      return verb === 'trash' ? found.trash() : found.restore()
    },
  },
  read: {
    weight: 3,
    args: (c) => [c.asset()],
    async run(view, [id]) {
      const chunks: Uint8Array[] = []
      for await (const chunk of (await view.read(id)).stream()) chunks.push(chunk)
      return Buffer.concat(chunks)
    },
  },
  'admin.resolveScan': {
    weight: 1,
    args: (c) => [c.asset(), c.pick(['clean', 'infected'])],
    run: (view, [id, verdict]) => view.admin.resolveScan(id, verdict),
  },
  usage: { weight: 3, args: () => [], run: (view) => view.usage() },
}

/** All verbs, by the name that they have on the store. */
export const VERBS: Readonly<Record<string, DifferentialVerb>> = {
  ...assetVerbs,
  ...folderVerbs(matching),
  ...ownerVerbs,
  ...keyVerbs,
}
