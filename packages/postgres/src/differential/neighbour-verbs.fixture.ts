import type { Choices } from './choices.fixture.ts'
import type { DifferentialVerb } from './differential-verb.fixture.ts'

type Verbs = Readonly<Record<string, DifferentialVerb>>

const fate = ({ maybe, pick }: Choices) =>
  maybe(0.6, 'unowned', () => pick(['keep', 'trash', 'purge']))

export function folderVerbs(
  matching: (isWanted: boolean, read: () => Promise<unknown>) => Promise<object>,
): Verbs {
  return {
    'folders.create': {
      weight: 6,
      args: (c) => [{ name: c.name(), ...c.maybe(0.6, 'parentId', c.folderOrNone) }],
      run: (view, [options]) => view.folders.create(options),
    },
    'folders.get': { weight: 1, args: (c) => [c.folder()], run: (v, [id]) => v.folders.get(id) },
    'folders.list': {
      weight: 3,
      args: (c) => [
        { ...c.maybe(0.6, 'parentId', c.folderOrNone), page: 1 + c.int(2), perPage: 1 + c.int(20) },
      ],
      run: (view, [query]) => view.folders.list(query),
    },
    'folders.usage': {
      weight: 3,
      args: (c) => [c.several(5, c.folder)],
      run: (view, [ids]) => view.folders.usage(ids),
    },
    'folders.update': {
      weight: 4,
      args: (c) => [
        c.folder(),
        { ...c.maybe(0.5, 'name', c.name), ...c.maybe(0.6, 'parentId', c.folderOrNone) },
        c.chance(0.3),
      ],
      run: async (view, [id, changes, hasMatch]) =>
        view.folders.update(id, changes, await matching(hasMatch, () => view.folders.get(id))),
    },
    'folders.delete': {
      weight: 2,
      args: (c) => [c.folder(), c.maybe(0.7, 'assets', () => c.pick(['detach', 'trash']))],
      run: (view, [id, options]) => view.folders.delete(id, options),
    },
  }
}

export const ownerVerbs: Verbs = {
  'owners.add': {
    weight: 5,
    args: (c) => [c.assets(), c.owner()],
    run: (view, [ids, owner]) => view.owners.add(ids, owner),
  },
  'owners.set': {
    weight: 4,
    args: (c) => [c.chance(0.1) ? [] : c.assets(), c.owner(), fate(c)],
    run: (view, [ids, owner, options]) => view.owners.set(ids, owner, options),
  },
  'owners.attachUploads': {
    weight: 3,
    args: (c) => [
      c.assets(),
      c.owner(),
      {
        user: c.pick(['ann', 'bob']),
        ...c.maybe(0.4, 'replace', () => true),
        ...fate(c),
      },
    ],
    run: (view, [ids, owner, options]) => view.owners.attachUploads(ids, owner, options),
  },
  'owners.remove': {
    weight: 3,
    args: (c) => [c.assets(), c.owner(), fate(c)],
    run: (view, [ids, owner, options]) => view.owners.remove(ids, owner, options),
  },
  'owners.removeAll': {
    weight: 2,
    args: (c) => [c.owner(), fate(c)],
    run: (view, [{ type, id }, options]) => view.owners.removeAll({ type, id }, options),
  },
  'owners.list': {
    weight: 3,
    args: (c) => [c.owner()],
    run: (view, [owner]) => view.owners.list(owner),
  },
  'owners.of': {
    weight: 2,
    args: (c) => [c.asset()],
    run: (view, [id]) => view.owners.of(id),
  },
}
