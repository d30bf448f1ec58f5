import { StowageError } from '../errors/stowage-error.ts'
import type { Turn } from './turn.ts'

/** The most items that may wait: of all tenants together, and of one tenant. */
const MAX_WAITING = 1000
const MAX_OF_ONE = 500

export type Caller = Pick<Turn, 'tenant' | 'caller'>

/** An item that waits, and that can be refused. */
export interface Refusable {
  reject(error: StowageError): void
}

export interface FairQueueOptions {
  /** `false`: any number may wait, and none is refused. Default `true`. */
  readonly bounded?: boolean
}

/**
 * Items that wait to be done. Tenants take turns, and within a tenant its callers, so that one with many items holds up
 * another by at most one.
 */
export class FairQueue<Item extends Refusable> {
  /** By tenant, then by caller, both in the order in which they were served last. */
  readonly #waiting = new Map<string, Map<string, Set<Item>>>()
  readonly #bounded: boolean
  #size = 0

  constructor({ bounded = true }: FairQueueOptions = {}) {
    this.#bounded = bounded
  }

  /** How many items wait. */
  get size(): number {
    return this.#size
  }

  /**
   * Adds an item. When too many wait already, one is refused as `unavailable`: the last item of the caller who has most
   * of them, or this one when no caller has more. That caller is one of this tenant when the tenant has too many, and
   * one of the tenant that has most when all have.
   */
  add({ tenant, caller }: Turn, item: Item): void {
    const own = this.#waiting.get(tenant) ?? new Map<string, Set<Item>>()
    if (this.#bounded) this.#makeRoomFor(tenant, own, caller)
    const items = own.get(caller) ?? new Set()
    own.set(caller, items.add(item))
    this.#waiting.set(tenant, own)
    this.#size += 1
  }

  /**
   * Takes the item that has waited longest, of the caller whose turn it is; `undefined` when none waits. Callers for
   * whom `isReady` says no keep their turn.
   */
  next(isReady: (caller: Caller) => boolean = () => true): Item | undefined {
    for (const [tenant, own] of this.#waiting)
      for (const caller of own.keys())
        if (isReady({ tenant, caller })) return this.#take(tenant, own, caller)
    return undefined
  }

  #take(tenant: string, own: Map<string, Set<Item>>, caller: string): Item | undefined {
    const items = own.get(caller) ?? new Set()
    const [item] = items
    if (item !== undefined) items.delete(item)
    own.delete(caller)
    if (items.size > 0) own.set(caller, items)
    this.#waiting.delete(tenant)
    if (own.size > 0) this.#waiting.set(tenant, own)
    this.#size -= 1
    return item
  }

  /** Removes an item that no longer waits. */
  remove({ tenant, caller }: Caller, item: Item): void {
    const own = this.#waiting.get(tenant)
    const items = own?.get(caller)
    if (own === undefined || items === undefined || !items.delete(item)) return
    if (items.size === 0) own.delete(caller)
    if (own.size === 0) this.#waiting.delete(tenant)
    this.#size -= 1
  }

  #makeRoomFor(tenant: string, own: ReadonlyMap<string, Set<Item>>, caller: string): void {
    if (sizeOf(own) >= MAX_OF_ONE) this.#makeRoom(tenant, (own.get(caller)?.size ?? 0) + 1)
    else if (this.#size >= MAX_WAITING) this.#makeRoom(this.#largest(), sizeOf(own) + 1)
  }

  /**
   * Refuses the last item of that caller of the tenant who has most waiting, if they are more than `than`; otherwise
   * throws.
   */
  #makeRoom(tenant: string, than: number): void {
    const own = this.#waiting.get(tenant)
    const callers = [...(own ?? [])].sort(([, a], [, b]) => b.size - a.size)
    const [most] = callers
    if (own === undefined || most === undefined || most[1].size <= than) throw tooMany()
    const [caller, items] = most
    const last = [...items].at(-1)
    if (last === undefined) return
    this.remove({ tenant, caller }, last)
    last.reject(tooMany())
  }

  #largest(): string {
    const [first] = [...this.#waiting].sort(([, a], [, b]) => sizeOf(b) - sizeOf(a))
    return first?.[0] ?? ''
  }
}

function sizeOf(callers: ReadonlyMap<string, ReadonlySet<unknown>>): number {
  let size = 0
  for (const items of callers.values()) size += items.size
  return size
}

function tooMany(): StowageError {
  return new StowageError(
    'unavailable',
    'Too many calls of this kind are waiting. Try again later.',
  )
}
