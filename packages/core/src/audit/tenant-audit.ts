import { isDate } from 'node:util/types'
import { requireText } from '../arguments/require-text.ts'
import { requireWord } from '../arguments/require-word.ts'
import type { ViewedStore, ViewOptions } from '../assets/store-view.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { recordedMetadata } from '../events/recorded-metadata.ts'
import { requireOptions } from '../options/call-options.ts'
import { callingMetadata } from '../store/calls/calling-metadata.ts'
import { CALLS } from '../store/known-options.ts'
import type { StoreCore } from '../store/opening/store-core.ts'
import { tracedMetadata, untraced } from '../tracing/traced-metadata.ts'
import type { AuditFilter, AuditTrail, ListAuditOptions } from './audit.ts'
import { STORE_EVENT_TYPES } from './audit-details.ts'
import type { AuditEntry } from './audit-entry.ts'
import type { AuditQuery } from './audit-records.ts'

const MAX_ENTRIES = 1000
const DEFAULT_ENTRIES = 100
const BATCH = 500
const MAX_ACTOR = 255
/** Callers whose core is kept. */
const MOST_CALLERS = 256

/** `StoreAdmin.audit` of one view. */
export function tenantAudit(
  { calls, metadata }: StoreCore,
  { tenant, scope }: ViewedStore,
): AuditTrail {
  function queryOf(filter: AuditFilter): Omit<AuditQuery, 'after' | 'limit'> {
    if (scope !== null) {
      throw invalidArgument('scope', 'A scoped store has no audit trail. Use the whole store.')
    }
    const { order = 'newest' } = filter
    requireWord('order', ['newest', 'oldest'], order)
    return Object.assign({ tenant, order }, conditionsOf(filter))
  }

  return {
    async list(options = {}) {
      const { after = null, limit = DEFAULT_ENTRIES, signal } = requireOptions(CALLS.audit, options)
      if (!Number.isInteger(limit) || limit < 1 || limit > MAX_ENTRIES) {
        throw invalidArgument('limit', `limit must be a whole number from 1 to ${MAX_ENTRIES}.`)
      }
      if (after !== null && !Number.isSafeInteger(after)) {
        throw invalidArgument('after', 'after must be the `next` of an earlier page.')
      }
      const query = Object.assign(queryOf(options), { after, limit, signal })
      return calls.look(async () => {
        const entries = await metadata.audit.list(query)
        const next = entries.length < limit ? null : (entries.at(-1)?.number ?? null)
        return { entries, next }
      }, signal)
    },

    iterate(options = {}) {
      const { signal } = requireOptions(CALLS.iterateAudit, options)
      const query = Object.assign(queryOf(options), { limit: BATCH, signal })
      return (async function* iterateAudit(): AsyncGenerator<AuditEntry, void, undefined> {
        let after: number | null = null
        while (true) {
          const next = Object.assign({}, query, { after })
          const entries: readonly AuditEntry[] = await calls.look(
            () => metadata.audit.list(next),
            signal,
          )
          yield* entries
          after = entries.at(-1)?.number ?? null
          if (entries.length < BATCH) return
        }
      })()
    },
  }
}

function conditionsOf({ assetId, actor, action, since, until }: ListAuditOptions) {
  if (action !== undefined && !STORE_EVENT_TYPES.includes(action)) {
    throw invalidArgument('action', `action must be one of ${STORE_EVENT_TYPES.join(', ')}.`)
  }
  return {
    ...(assetId !== undefined && { assetId: requireText('assetId', assetId) }),
    ...(actor !== undefined && { actor: actor === null ? null : requireText('actor', actor) }),
    ...(action !== undefined && { action }),
    ...(since !== undefined && { since: microsOf('since', since) }),
    ...(until !== undefined && { until: microsOf('until', until) }),
  }
}

function microsOf(argument: string, time: Date): number {
  const millis = isDate(time) ? time.getTime() : Number.NaN
  if (Number.isNaN(millis)) throw invalidArgument(argument, `${argument} must be a valid Date.`)
  return millis * 1000
}

/** For `AssetStore.for`: the same core, whose writes name this actor and which waits in the turns of this caller. */
export function coreAs(
  core: StoreCore,
  { actor, caller = actor }: Pick<ViewOptions, 'actor' | 'caller'>,
): StoreCore {
  if (caller === undefined) return core
  if (actor !== undefined) requireActor('actor', actor)
  requireActor('caller', caller)
  const known = callersOf(core)
  const kept = known.get(caller)
  if (kept !== undefined && kept.actor === actor) return kept.core
  if (known.size >= MOST_CALLERS) known.clear()
  const own = ownCore(core, actor, caller)
  known.set(caller, { actor, core: own })
  return own
}

interface OwnCore {
  readonly actor: string | undefined
  readonly core: StoreCore
}

/** The cores of the last callers: every request asks for one. */
const callers = new WeakMap<StoreCore, Map<string, OwnCore>>()

function callersOf(core: StoreCore): Map<string, OwnCore> {
  const known = callers.get(core)
  if (known !== undefined) return known
  const none = new Map<string, OwnCore>()
  callers.set(core, none)
  return none
}

function ownCore(core: StoreCore, actor: string | undefined, caller: string): StoreCore {
  const { unrecorded, keyringOn } = core
  const isNamed = unrecorded !== null && actor !== undefined
  const noted = isNamed
    ? recordedMetadata(unrecorded.metadata, unrecorded.recording, actor)
    : untraced(core.metadata)
  const keyring = isNamed ? keyringOn(tracedMetadata(noted, null)) : core.keyring
  const metadata = tracedMetadata(callingMetadata(noted, caller), null)
  const variants = core.variants.as(caller)
  const uploads = Object.assign({}, core.uploads, { metadata, variants, caller })
  return Object.assign({}, core, { metadata, uploads, variants, keyring })
}

function requireActor(argument: 'actor' | 'caller', value: string): void {
  requireText(argument, value)
  if (value === '' || value.length > MAX_ACTOR) {
    throw invalidArgument(argument, `${argument} must have 1 to ${MAX_ACTOR} characters.`)
  }
}
