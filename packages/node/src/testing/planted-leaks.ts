import type { Asset, AssetPage, AssetStore, ListOptions } from '@stowage/core'
import { isStowageError } from '@stowage/core'
import { FILTER_MEMBERS, seqOf } from '@stowage/core/internal'
import type {
  AssetCursorPage,
  AssetSort,
  Folders,
  SelectedAssets,
  ViewOptions,
} from '@stowage/core/types'
import { type LeakOptions, leakContract, rightsSetup } from '@stowage/testing/http'
import { expect, it, onTestFinished } from 'vitest'
import { openMemoryStore } from './memory-store.ts'
import { serveRights } from './serve-rights.ts'

/** The members of a scoped store that answer differently. `whole`: the store without its scope; `own`: with it. */
type Plant = (whole: AssetStore, own: AssetStore) => object

/** What a list is asked for, by its number or by a cursor. */
type Asked = ListOptions & { readonly after?: string | null; readonly before?: string }
type Page = AssetPage & Partial<Pick<AssetCursorPage, 'next' | 'previous'>>

const listOf = (store: AssetStore, asked: Asked): Promise<Page> => store.list(asked)

/** The store whose scoped views have the leak. */
function withLeak(store: AssetStore, plant: Plant): AssetStore {
  return replacing(store, {
    for: ({ scope, ...view }: ViewOptions) => {
      const whole = store.for(view)
      if (scope === undefined) return withLeak(whole, plant)
      return leaking(whole, whole.for({ scope }), plant)
    },
  })
}

/** A scoped view that has the leak, for every actor. */
function leaking(whole: AssetStore, own: AssetStore, plant: Plant): AssetStore {
  return replacing(own, {
    for: (view: ViewOptions) => leaking(whole, own.for(view), plant),
    ...plant(whole, own),
  })
}

function replacing<Replaced extends object>(object: Replaced, members: object): Replaced {
  return new Proxy(object, {
    get(target, name) {
      const from: object = Object.hasOwn(members, name) ? members : target
      const value: unknown = Reflect.get(from, name)
      return typeof value === 'function' ? value.bind(from) : value
    },
  })
}

/** Calls that a scope limits. Each forgets the scope in one leak. */
const CALLS = [
  'list',
  'get',
  'update',
  'trash',
  'restore',
  'purge',
  'matching',
  'usage',
  'uploadMany',
  'tickets',
] as const
const SELECT_CALLS = ['move', 'tag', 'setFavourite'] as const
const FOLDER_CALLS = ['get', 'list', 'usage', 'create', 'update', 'delete'] as const

const SORTS: readonly AssetSort[] = [
  'createdAt',
  ...(['updatedAt', 'name', 'size', 'type', 'durationSeconds', 'takenAt'] as const).flatMap(
    (sort) => [sort, `-${sort}`] as const,
  ),
]

/** Lists without the scope when `holds` is true for the query. */
function listsAllWhen(holds: (asked: Asked) => boolean): Plant {
  return (whole, own) => ({
    list: (asked: Asked = {}) => listOf(holds(asked) ? whole : own, asked),
  })
}

/** Folder calls that know what the whole store does. */
function folders(members: (whole: AssetStore, own: AssetStore) => Partial<Folders>): Plant {
  return (whole, own) => ({ folders: replacing(own.folders, members(whole, own)) })
}

/** Calls on assets by their ids that know what the whole store does. */
function selected(
  members: (whole: AssetStore, own: AssetStore, ids: string | readonly string[]) => object,
): Plant {
  return (whole, own) => ({
    select: (ids: string | readonly string[]) =>
      replacing(own.select(ids), members(whole, own, ids)),
  })
}

/** Leaks of single kinds, by what each does. */
const SUBTLE: Readonly<Record<string, Plant>> = {
  'counts the hidden assets in the total of a page by its number': (whole, own) => ({
    async list(asked: Asked = {}) {
      const page = await listOf(own, asked)
      if (asked.after !== undefined || asked.before !== undefined) return page
      return { ...page, total: (await listOf(whole, asked)).total }
    },
  }),
  'counts the hidden assets in the total of a page by a cursor': (whole, own) => ({
    async list(asked: Asked = {}) {
      const page = await listOf(own, asked)
      if (asked.after === undefined && asked.before === undefined) return page
      const { after: _, before: __, ...rest } = asked
      return { ...page, total: (await listOf(whole, rest)).total }
    },
  }),
  'has a last page after those of the hidden assets': (whole, own) => ({
    async list(asked: Asked = {}) {
      const page = await listOf(own, asked)
      const { after: _, before: __, ...rest } = asked
      return { ...page, lastPage: (await listOf(whole, rest)).lastPage }
    },
  }),
  'leaves gaps in pages where hidden assets are': (whole, own) => ({
    async list(asked: Asked = {}) {
      const page = await listOf(own, asked)
      if (asked.after !== undefined || asked.before !== undefined) return page
      const { assets } = await listOf(whole, asked)
      return { ...page, assets: assets.filter(({ createdBy }) => createdBy === creatorOf(own)) }
    },
  }),
  'sorts ties by what else lies in the folder': (_, own) => ({
    async list(asked: Asked = {}) {
      const page = await listOf(own, asked)
      const isTied = asked.sort === 'type' || asked.sort === '-size'
      return isTied ? { ...page, assets: page.assets.toReversed() } : page
    },
  }),
  'takes a cursor of another list for none': (_, own) => ({
    list: (asked: Asked = {}) =>
      listOf(own, asked).catch((error) => {
        if (!isStowageError(error, 'invalid_argument')) throw error
        return listOf(own, { ...asked, after: null, before: undefined } as never)
      }),
  }),
  'answers otherwise to a cursor that the whole store takes': (whole, own) => ({
    list: (asked: Asked = {}) =>
      listOf(own, asked).catch((error) =>
        listOf(whole, asked).then(
          () => own.get('none'),
          () => Promise.reject(error),
        ),
      ),
  }),
  'tells in its cursors how many assets were uploaded in all': (_, own) => ({
    list: (asked: Asked = {}) => tellingPlaces(own, asked),
  }),
  'checks the version before the scope': (whole, own) => ({
    async update(...[id, changes, options]: Parameters<AssetStore['update']>) {
      if (options?.ifMatch !== undefined) await whole.update(id, {}, options)
      return own.update(id, changes, options)
    },
  }),
  'finds the folders of all for a move': selected((whole, own, ids) => ({
    async move(...given: Parameters<SelectedAssets['move']>) {
      for (const id of [ids].flat()) await own.get(id)
      return whole.select(ids).move(...given)
    },
  })),
  'finds the folders of all for an update': (whole, own) => ({
    async update(...[id, ...rest]: Parameters<AssetStore['update']>) {
      await own.get(id)
      return whole.update(id, ...rest)
    },
  }),
  'tells the tags of all whether one is there to remove': selected((whole, own, ids) => ({
    async tag(...[changes, ...rest]: Parameters<SelectedAssets['tag']>) {
      const [id = ''] = [ids].flat()
      const found = await whole.get(id).catch(() => null)
      if (found !== null && changes.remove?.some((tag) => found.tags.includes(tag))) return []
      return own.select(ids).tag(changes, ...rest)
    },
  })),
  'counts hidden assets in an own folder': folders((whole) => ({
    usage: (...given) => whole.folders.usage(...given),
  })),
  'counts hidden folders in the total of a list of folders': folders((whole, own) => ({
    async list(...given) {
      const page = await own.folders.list(...given)
      return { ...page, total: (await whole.folders.list(...given)).total }
    },
  })),
  'lists what is in a hidden folder that is named': folders((whole, own) => ({
    list: (asked, ...rest) => (asked?.parentId == null ? own : whole).folders.list(asked, ...rest),
  })),
  'has one name only once in all scopes': folders((whole, own) => ({
    async create(options) {
      const { parentId = null } = options
      const { folders } = await whole.folders.list({ parentId })
      const same = folders.find(({ name }) => name === options.name)
      const store = same === undefined ? own : whole.for({ scope: { createdBy: same.createdBy } })
      return store.folders.create(options)
    },
  })),
  'lets callers within a scope manage the keys of the tenant': ({ view }) => ({ view }),
  'tells the usage by type': (whole, own) => ({
    usage: async () => ({ ...(await own.usage()), byType: (await whole.usage()).byType }),
  }),
}

function creatorOf({ view }: AssetStore): string | null {
  return view.scope?.createdBy ?? null
}

/** Its cursors hold insertion numbers, and still work as cursors. */
async function tellingPlaces(own: AssetStore, asked: Asked): Promise<Page> {
  const told = (asset: Asset | undefined, cursor: string | null | undefined) => {
    if (cursor == null || asset === undefined) return cursor ?? null
    return Buffer.from(JSON.stringify([seqOf(asset), cursor])).toString('base64url')
  }
  const meant = (cursor: string) => {
    const content = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    return content.length === 2 ? String(content[1]) : cursor
  }
  const { after, before } = asked
  const given = {
    ...asked,
    ...(typeof after === 'string' && { after: meant(after) }),
    ...(before !== undefined && { before: meant(before) }),
  }
  const page = await listOf(own, given)
  const next = told(page.assets.at(-1), page.next)
  return { ...page, next, previous: told(page.assets[0], page.previous) }
}

/** Leaks of single calls, and of single kinds, by what the store does wrong. */
export const PLANTED_LEAKS: Readonly<Record<string, Plant>> = {
  ...Object.fromEntries(
    CALLS.map((call): [string, Plant] => [
      `forgets the scope in ${call}`,
      (whole) => ({ [call]: memberOf(whole, call) }),
    ]),
  ),
  ...Object.fromEntries(
    SELECT_CALLS.map((call): [string, Plant] => [
      `forgets the scope in select.${call}`,
      selected((whole, _, ids) => ({ [call]: memberOf(whole.select(ids), call) })),
    ]),
  ),
  ...Object.fromEntries(
    FOLDER_CALLS.map((call): [string, Plant] => [
      `forgets the scope in folders.${call}`,
      folders((whole) => ({ [call]: memberOf(whole.folders, call) })),
    ]),
  ),
  'forgets the scope in the trash': listsAllWhen(({ trashed }) => trashed === true),
  'forgets the scope in lists with the trash': listsAllWhen(({ trashed }) => trashed === 'with'),
  'forgets the scope behind a cursor': listsAllWhen(({ after }) => typeof after === 'string'),
  'forgets the scope before a cursor': listsAllWhen(({ before }) => before !== undefined),
  ...SUBTLE,
}

/** Leaks of each filter and each order: any member of a filter, once it is given, makes the list forget the scope. */
export const LEAKS_OF_LISTS: Readonly<Record<string, Plant>> = {
  ...Object.fromEntries(
    FILTER_MEMBERS.map((member): [string, Plant] => [
      `forgets the scope in lists that are filtered by ${member}`,
      listsAllWhen(({ filter = {} }) => Object.hasOwn(filter, member)),
    ]),
  ),
  ...Object.fromEntries(
    SORTS.map((each): [string, Plant] => [
      `forgets the scope in lists that are sorted by ${each}`,
      listsAllWhen(({ sort }) => sort === each),
    ]),
  ),
}

const OPTIONS = { assets: 240, perPage: 50 }
const setup = rightsSetup(serveRights, openMemoryStore)

/** Runs the first case of `leakContract` over a store in memory. */
export async function checkLeaks(options: Partial<LeakOptions> = {}): Promise<void> {
  const { fixture, dispose } = await setup()
  onTestFinished(dispose)
  const [leakCase] = leakContract({ ...OPTIONS, ...options })
  await leakCase?.run(fixture)
}

/** Tests that the leak checker notices each of the leaks. */
export function itFinds(leaks: Readonly<Record<string, Plant>>): void {
  it.each(Object.entries(leaks))('finds the leak of a store that %s', async (_, plant) => {
    const checked = checkLeaks({ leaking: (store) => withLeak(store, plant) })
    await expect(checked).rejects.toMatchObject({ code: 'ERR_ASSERTION' })
  })
}

/** The member, bound to its object. */
function memberOf<Of extends object>(object: Of, name: keyof Of): unknown {
  const member: unknown = object[name]
  return typeof member === 'function' ? member.bind(object) : member
}
