import type { Asset } from '../assets/asset.ts'
import { auditNoteOf } from '../audit/audit-details.ts'
import type { AuditNote } from '../audit/audit-entry.ts'
import type { StoreEvent, StoreEvents, StoreEventType } from '../events/store-events.ts'
import { toldData } from '../events/told-data.ts'
import { withoutSecret } from '../keys/without-secret.ts'
import type { DetachedAssets } from '../owners/owner-records.ts'
import type { AuditedVerb, MethodOf, PortVerb } from './port-types.ts'
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

/** What each write does that can be audited: the compiler finds the verb that is missing. */
const AUDITED: { readonly [Verb in AuditedVerb]: EventsOf<Verb> } = {
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
  purge: (request, { assets }) => purged(assets, 'trashedFor' in request),
  keep: ({ tenant }, kept) => kept.map((asset) => event(tenant, 'asset.kept', { asset })),
  /** Not those that the field had already. */
  attach: ({ tenant, owner }, { attached }) =>
    attached.map((asset) => event(tenant, 'asset.attached', { asset, owner })),
  /** Not what only changed its position. */
  setAttached: (request, field) => [
    ...AUDITED.attach(request, field),
    ...AUDITED.detach(request, field),
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

/** What each write does. An erasure leaves no entry: the trail of its tenant goes too. */
const EVENTS: Readonly<Partial<Record<PortVerb, AnyEventsOf>>> = Object.assign(
  { eraseStep: ((_, { assets }) => purged(assets, false)) satisfies EventsOf<'eraseStep'> },
  AUDITED,
)

/** The writes that can be audited. */
export const AUDITED_WRITES: readonly PortMethod[] = writesIn(AUDITED)

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

/**
 * What a write leaves in the audit trail, in the same order in every database: by action, then by the id of what it was
 * done to. Databases return what they changed in orders of their own. Uploads keep the order of their files.
 */
export function auditNotesOf(done: DoneWrite): readonly AuditNote[] {
  const notes = eventsOfWrite(done).map(auditNoteOf)
  if (done.verb === 'insert') return notes
  const actions = [...new Set(notes.map(({ action }) => action))]
  const key = ({ assetId, detail }: AuditNote) => assetId ?? String(detail.id ?? '')
  return notes.toSorted((a, b) => {
    const byAction = actions.indexOf(a.action) - actions.indexOf(b.action)
    if (byAction !== 0 || key(a) === key(b)) return byAction
    return key(a) < key(b) ? -1 : 1
  })
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

/** What happened to those that no owner has any more. */
function unowned(tenant: string, { trashed, purged: gone }: DetachedAssets): readonly StoreEvent[] {
  return [
    ...trashed.map((asset) => event(tenant, 'asset.trashed', { asset })),
    ...purged(gone.assets, false),
  ]
}
