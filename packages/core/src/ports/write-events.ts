import type { Asset } from '../assets/asset.ts'
import type { StoreEvent, StoreEvents, StoreEventType } from '../events/store-events.ts'
import { toldData } from '../events/told-data.ts'
import { withoutSecret } from '../keys/without-secret.ts'
import type { DetachedAssets } from '../owners/owner-records.ts'
import type { MethodOf, PortVerb, RecordedVerb } from './port-types.ts'
import { ALL_METHODS, type PortMethod } from './port-views.ts'

/** A write of the port, and what it resolved to. */
export interface DoneWrite {
  readonly verb: PortVerb
  readonly request: unknown
  readonly value: unknown
}

type Answer<Verb extends PortVerb> = Awaited<ReturnType<MethodOf<Verb>>>
// The key that is made is the first argument, and the conditions are the second.
type Request<Verb extends PortVerb> = Verb extends 'createKey'
  ? { readonly key: Parameters<MethodOf<'createKey'>>[0] }
  : Parameters<MethodOf<Verb>>[0]
type EventsOf<Verb extends PortVerb> = (
  request: Request<Verb>,
  answer: Answer<Verb>,
) => readonly StoreEvent[]

/** What each write does that can be recorded: the compiler finds the verb that is missing. */
const RECORDED: { readonly [Verb in RecordedVerb]: EventsOf<Verb> } = {
  /** For the assets that are new; none for a repetition. */
  insert: ({ tenant }, { assets }) =>
    assets.map((asset) => event(tenant, 'asset.created', { asset })),
  update: ({ tenant, changes }, { asset, changed }) =>
    changed ? [event(tenant, 'asset.updated', { asset, fields: Object.keys(changes).sort() })] : [],
  replaceContent: ({ tenant }, { asset, changed }) =>
    changed ? [event(tenant, 'asset.replaced', { asset })] : [],
  restoreVersion: ({ tenant, versionId }, { asset }) => [
    event(tenant, 'asset.replaced', { asset, versionId }),
  ],
  move: ({ tenant, folderId }, moved) =>
    moved.map((asset) => event(tenant, 'asset.moved', { asset, folderId })),
  tag: ({ tenant, add, remove }, tagged) =>
    tagged.map((asset) => event(tenant, 'asset.tagged', { asset, add, remove })),
  setFavourite: ({ tenant }, changed) =>
    changed.map((asset) => event(tenant, 'asset.updated', { asset, fields: ['isFavourite'] })),
  setTrashed: ({ tenant, to }, moved) =>
    moved.map((asset) =>
      event(tenant, to === 'trash' ? 'asset.trashed' : 'asset.restored', { asset }),
    ),
  addVariants: ({ tenant, variants, failed }, asset) => [
    ...someVariants(variants).map((names) =>
      event(tenant, 'variant.ready', { asset, variants: names }),
    ),
    ...someVariants(failed).map((names) =>
      event(tenant, 'variant.failed', { asset, variants: names }),
    ),
  ],
  purge: (request, { assets }) => purged(assets, 'trashedFor' in request),
  keep: ({ tenant }, kept) => kept.map((asset) => event(tenant, 'asset.kept', { asset })),
  /** Not those that the field had already. */
  attach: ({ tenant, owner }, { attached }) =>
    attached.map((asset) => event(tenant, 'asset.attached', { asset, owner })),
  /** Not what only changed its position. */
  setAttached: (request, field) => [
    ...RECORDED.attach(request, field),
    ...RECORDED.detach(request, field),
  ],
  detach: ({ tenant, owner }, gone) => [
    ...gone.assetIds.map((assetId) => event(tenant, 'asset.detached', { tenant, assetId, owner })),
    ...unowned(tenant, gone),
  ],
  detachAll: ({ tenant, owner }, gone) => {
    const { detached } = gone
    if (detached === 0) return []
    return [event(tenant, 'owner.detached', { tenant, owner, detached }), ...unowned(tenant, gone)]
  },
  /** Not when another call has ended the erasure, or something is left. */
  endErasure: ({ tenant }, { isEnded }) =>
    isEnded ? [event(tenant, 'tenant.erased', { tenant })] : [],
  createFolder: ({ tenant }, folder) => [event(tenant, 'folder.created', { folder })],
  updateFolder: ({ tenant }, { folder, changed }) =>
    changed ? [event(tenant, 'folder.updated', { folder })] : [],
  deleteFolder: ({ tenant }, { trashed, detached, folders }) => [
    ...trashed.map((asset) => event(tenant, 'asset.trashed', { asset })),
    ...detached.map((asset) => event(tenant, 'asset.moved', { asset, folderId: null })),
    ...folders.map((folder) => event(tenant, 'folder.deleted', { folder })),
  ],
  createKey: ({ key }) => [event(key.tenant, 'key.created', { key: withoutSecret(key) })],
  /** The use of a key is not an event. */
  updateKey: ({ tenant, changes }, key) =>
    changes.revokedAt === undefined
      ? []
      : [event(tenant, 'key.revoked', { key: withoutSecret(key) })],
  createTicket: ({ tenant }, ticket) => [
    event(tenant, 'ticket.created', { ticket: withoutSecret(ticket) }),
  ],
  revokeTicket: ({ tenant }, ticket) => [
    event(tenant, 'ticket.revoked', { ticket: withoutSecret(ticket) }),
  ],
}

type AnyEventsOf = (request: never, answer: never) => readonly StoreEvent[]

/** What each write does. The steps of an erasure are not recorded: audit trail and events of the tenant go too. */
const EVENTS: Readonly<Partial<Record<PortVerb, AnyEventsOf>>> = Object.assign(
  { eraseStep: ((_, { assets }) => purged(assets, false)) satisfies EventsOf<'eraseStep'> },
  RECORDED,
)

/** The writes that can be recorded. */
export const RECORDED_WRITES: readonly PortMethod[] = writesIn(RECORDED)

/** The writes that cause events. */
export const WRITES_WITH_EVENTS: readonly PortMethod[] = writesIn(EVENTS)

function writesIn(table: object): readonly PortMethod[] {
  return ALL_METHODS.filter(({ verb }) => verb !== null && Object.hasOwn(table, verb))
}

/** A finished call of the port, as every hook of writes gets it. */
export function doneWrite(verb: PortVerb, given: readonly unknown[], value: unknown): DoneWrite {
  const [first, second] = given
  const request = verb === 'createKey' ? Object.assign({ key: first }, second) : first
  return { verb, request, value }
}

/** The events of a write, in the order of its result. */
export function eventsOfWrite({ verb, request, value }: DoneWrite): readonly StoreEvent[] {
  return EVENTS[verb]?.(request as never, value as never) ?? []
}

function event<Type extends StoreEventType>(
  tenant: string,
  type: Type,
  data: StoreEvents[Type],
): StoreEvent {
  return { tenant, type, data: toldData(data) } as StoreEvent
}

function purged(assets: readonly Asset[], retention: boolean): readonly StoreEvent[] {
  return assets.map((asset) => event(asset.tenant, 'asset.purged', { asset, retention }))
}

/** One list of their names; none when there are none. */
function someVariants(
  variants: readonly { readonly name: string }[],
): readonly (readonly string[])[] {
  return variants.length === 0 ? [] : [variants.map(({ name }) => name)]
}

/** What happened to those that no owner has any more. */
function unowned(tenant: string, { trashed, purged: gone }: DetachedAssets): readonly StoreEvent[] {
  return [
    ...trashed.map((asset) => event(tenant, 'asset.trashed', { asset })),
    ...purged(gone.assets, false),
  ]
}
