import { StowageError } from '../errors/stowage-error.ts'
import type { Turn } from './turn.ts'

export type Caller = Pick<Turn, 'tenant' | 'caller'>

/** An item that waits, and that can be refused, or leave. */
export interface Refusable {
  reject(reason: unknown): void
}

/** How many items may wait unless a queue says otherwise. */
export const MAX_WAITING = 1000

export interface FairQueueOptions {
  /** How many items may wait, of all tenants together. `Infinity`: none is refused. Default 1,000. */
  readonly most?: number | undefined
  /** How many items of one tenant may wait. Default: half of `most`. */
  readonly mostOfTenant?: number | undefined
}

/** Which callers are ready, and which of them is served first. */
export interface Order {
  /** A caller that is not ready keeps its turn. */
  isReady(caller: Caller): boolean
  /**
   * How much a tenant, or a caller of it, holds. The one that holds least is served first; among equals, the one served
   * longest ago.
   */
  held(tenant: string, caller?: string): number
}

/** The items of one tenant, by caller. The caller served longest ago comes first. */
interface Own<Item> {
  size: number
  readonly callers: Map<string, Set<Item>>
}

/**
 * Items that wait to be done. Tenants take turns, and within a tenant its callers, so that one with many items holds up
 * another by at most one, the item that was taken last included.
 */
export class FairQueue<Item extends Refusable> {
  /** By tenant. The tenant served longest ago comes first. */
  readonly #waiting = new Map<string, Own<Item>>()
  readonly #most: number
  readonly #mostOfTenant: number
  /** For each item that its caller may leave: stops listening to that. */
  readonly #unlink = new Map<Item, () => void>()
  #size = 0
  /** Whose item was taken last. It may still be worked on. */
  #last: Caller | undefined

  constructor({ most = MAX_WAITING, mostOfTenant = most / 2 }: FairQueueOptions = {}) {
    this.#most = most
    this.#mostOfTenant = mostOfTenant
  }

  /** How many items wait. */
  get size(): number {
    return this.#size
  }

  /**
   * Adds an item. When too many wait already, one is refused as `unavailable`: one of this tenant when it has too many,
   * else one of the tenant that has most. The queue drops the last item of that tenant's caller with the most items. It
   * refuses this item instead when that tenant, or that caller, does not have more than this one would.
   * When the signal aborts while the item waits, the item leaves and is rejected with the signal's reason.
   */
  add(turn: Turn, item: Item, signal?: AbortSignal): void {
    const { tenant, caller } = turn
    if (this.#sizeOf(tenant) >= this.#mostOfTenant) this.#makeRoom(tenant, turn)
    else if (this.#size >= this.#most) this.#makeRoom(this.#largest(), turn)
    const known = this.#waiting.get(tenant)
    const own = known ?? { size: 0, callers: new Map<string, Set<Item>>() }
    const items = own.callers.get(caller)
    own.callers.set(caller, (items ?? new Set<Item>()).add(item))
    own.size += 1
    this.#waiting.set(tenant, own)
    this.#size += 1
    // Those who were served last go behind the newcomer, who has waited for their last item already.
    if (known === undefined) moveBehind(this.#waiting, this.#last?.tenant)
    else if (items === undefined && this.#last?.tenant === tenant) {
      moveBehind(own.callers, this.#last.caller)
    }
    if (signal !== undefined) this.#leaveWith(signal, turn, item)
  }

  #leaveWith(signal: AbortSignal, turn: Turn, item: Item): void {
    const leave = () => {
      this.remove(turn, item)
      item.reject(signal.reason)
    }
    signal.addEventListener('abort', leave, { once: true })
    this.#unlink.set(item, () => signal.removeEventListener('abort', leave))
  }

  /** Takes the item that has waited longest, of the caller whose turn it is; `undefined` when none may go. */
  next(order?: Order): Item | undefined {
    const ofTenant = order && ((tenant: string) => order.held(tenant))
    for (const [tenant, { callers }] of leastFirst(this.#waiting, ofTenant)) {
      const ofCaller = order && ((caller: string) => order.held(tenant, caller))
      for (const [caller] of leastFirst(callers, ofCaller)) {
        const isReady = order === undefined || order.isReady({ tenant, caller })
        if (isReady) return this.#take({ tenant, caller })
      }
    }
    return undefined
  }

  #take({ tenant, caller }: Caller): Item | undefined {
    const own = this.#waiting.get(tenant)
    const items = own?.callers.get(caller)
    const [item] = items ?? []
    if (own === undefined || items === undefined || item === undefined) return undefined
    this.remove({ tenant, caller }, item)
    // A caller, or a tenant, with more items moves behind the others.
    moveBehind(own.callers, caller)
    moveBehind(this.#waiting, tenant)
    this.#last = { tenant, caller }
    return item
  }

  /** Removes an item that no longer waits. */
  remove({ tenant, caller }: Caller, item: Item): void {
    const own = this.#waiting.get(tenant)
    const items = own?.callers.get(caller)
    if (own === undefined || items === undefined || !items.delete(item)) return
    this.#unlink.get(item)?.()
    this.#unlink.delete(item)
    own.size -= 1
    this.#size -= 1
    if (items.size === 0) own.callers.delete(caller)
    if (own.size === 0) this.#waiting.delete(tenant)
  }

  /** Refuses an item of that tenant, if it has more than the newcomer would have; otherwise throws. */
  #makeRoom(tenant: string, newcomer: Caller): void {
    const callers = this.#waiting.get(tenant)?.callers ?? new Map<string, Set<Item>>()
    const [most] = [...callers].sort(([, a], [, b]) => b.size - a.size)
    if (most === undefined) throw tooMany()
    const [caller, items] = most
    const isMore =
      tenant === newcomer.tenant
        ? items.size > (callers.get(newcomer.caller)?.size ?? 0) + 1
        : this.#sizeOf(tenant) > this.#sizeOf(newcomer.tenant) + 1
    const last = [...items].at(-1)
    if (!isMore || last === undefined) throw tooMany()
    this.remove({ tenant, caller }, last)
    last.reject(tooMany())
  }

  #sizeOf(tenant: string): number {
    return this.#waiting.get(tenant)?.size ?? 0
  }

  #largest(): string {
    const [first] = [...this.#waiting].sort(([, a], [, b]) => b.size - a.size)
    return first?.[0] ?? ''
  }
}

/** Moves an entry behind the others, if there is one. */
function moveBehind<Value>(entries: Map<string, Value>, key: string | undefined): void {
  const value = key === undefined ? undefined : entries.get(key)
  if (key === undefined || value === undefined) return
  entries.delete(key)
  entries.set(key, value)
}

function leastFirst<Value>(
  entries: ReadonlyMap<string, Value>,
  held: ((key: string) => number) | undefined,
): Iterable<[string, Value]> {
  if (held === undefined) return entries
  const counted = Array.from(entries, (entry) => ({ entry, held: held(entry[0]) }))
  return counted.sort((a, b) => a.held - b.held).map(({ entry }) => entry)
}

function tooMany(): StowageError {
  return new StowageError(
    'unavailable',
    'Too many calls of this kind are waiting. Try again later.',
  )
}
