import type { DifferentialVerb } from './differential-verb.fixture.ts'
import type { World } from './worlds.fixture.ts'

/** The token that was given out for this id, in this database. */
function tokenOf({ symbols, tokens }: World, id: string): string {
  return tokens.get(String(symbols.shown(id))) ?? 'none'
}

function keep({ symbols, tokens }: World, id: string, token: string): void {
  tokens.set(String(symbols.shown(id)), token)
}

/** Verbs of keys, tickets, the audit trail, tenants and maintenance. */
export const keyVerbs: Readonly<Record<string, DifferentialVerb>> = {
  'keys.create': {
    weight: 1,
    args: (c) => [
      { name: c.name(), ...c.maybe(0.3, 'permissions', () => [c.pick(['read', 'write'])]) },
    ],
    async run(view, [options], world) {
      const { key, token } = await view.keys.create(options)
      keep(world, key.id, token)
      return key
    },
  },
  'keys.list': { weight: 1, args: () => [], run: (view) => view.keys.list() },
  'keys.page': {
    weight: 1,
    args: (c) => [{ page: 1 + c.int(2), perPage: 1 + c.int(5) }],
    run: (view, [query]) => view.keys.page(query),
  },
  'keys.verify': {
    weight: 1,
    args: (c) => [c.idOf(c.known.keys)],
    run: (view, [id], world) => view.keys.verify(tokenOf(world, id)),
  },
  'keys.revoke': {
    weight: 1,
    args: (c) => [c.idOf(c.known.keys)],
    run: (view, [id]) => view.keys.revoke(id),
  },
  'tickets.create': {
    weight: 2,
    args: (c) => [
      {
        ...{ files: 1 + c.int(5), expiresIn: 1 + c.int(86_400) },
        ...c.maybe(0.4, 'bytes', () => 1 + c.int(3000)),
        ...c.maybe(0.3, 'folderId', c.folder),
        ...c.maybe(0.4, 'tags', c.tags),
        ...c.maybe(0.3, 'metadata', c.metadata),
        ...c.maybe(0.3, 'createdBy', () => c.pick(['ann', 'eve', null])),
        ...c.maybe(0.2, 'pending', () => true),
      },
    ],
    async run(view, [options], world) {
      const { ticket, token } = await view.tickets.create(options)
      keep(world, ticket.id, token)
      return ticket
    },
  },
  'tickets.verify': {
    weight: 4,
    args: (c) => [c.idOf(c.known.tickets), c.content(), { name: c.name(), ...c.own() }],
    async run(view, [id, content, options], world) {
      const ticket = await view.tickets.verify(tokenOf(world, id))
      return ticket === null ? null : view.upload(content, { ...options, ticket })
    },
  },
  'tickets.revoke': {
    weight: 1,
    args: (c) => [c.idOf(c.known.tickets)],
    run: (view, [id]) => view.tickets.revoke(id),
  },
  'admin.audit.list': {
    weight: 3,
    args: (c) => [
      {
        ...{ order: c.pick(['newest', 'oldest']), limit: 1 + c.int(40) },
        ...c.maybe(0.3, 'assetId', c.asset),
        ...c.maybe(0.3, 'actor', () => c.pick([null, 'eve'])),
        ...c.maybe(0.3, 'since', c.moment),
        ...c.maybe(0.2, 'action', () => c.pick(['asset.trashed', 'folder.created'])),
      },
    ],
    run: async (view, [query]) => (await view.admin.audit.list(query)).entries,
  },
  'admin.tenants.list': { weight: 1, args: () => [], run: (view) => view.admin.tenants.list() },
  'admin.tenants.erase': {
    weight: 0.2,
    args: () => ['other'],
    run: (view, [tenant]) => view.admin.tenants.erase(tenant, { confirm: tenant }),
  },
  'admin.sweep': { weight: 2, args: () => [], run: (view) => view.admin.sweep() },
  'admin.verify': { weight: 1, args: () => [], run: (view) => view.admin.verify() },
}
