/** Attempts that one process makes at the same time at one endpoint. */
const AT_ONCE = 4
/** Lines of one endpoint that wait in this process for a place. */
const WAITING = 4
/** Milliseconds that a line waits in this process. An endpoint whose turns take longer has none that wait. */
const PATIENCE = 1000
/** Milliseconds: a line that is put off comes again no sooner, and no later. */
const LEAST_DELAY = 1000
const MOST_DELAY = 300_000

/** Whose turn it is. */
export interface TurnOf {
  readonly tenant: string
  readonly webhookId: string
}

interface Endpoint {
  running: number
  /** Those that wait, each with what lets it go on. */
  readonly waiting: (() => void)[]
  /** When the last of those that were put off comes again. */
  lastAt: number
  /** Milliseconds that the last turn took. */
  lasted: number
}

interface Tenant {
  running: number
  /** By their ids, those with turns. */
  readonly endpoints: Map<string, Endpoint>
}

/** A turn at an endpoint, or how many milliseconds later the line should ask again. */
export type Turn = { readonly end: () => void } | { readonly putOffFor: number }

/**
 * Lets a few lines of each endpoint, and of each tenant, have their turn at a time, so that none takes all of this
 * process. A line that must wait longer than a moment is put off: it holds no place.
 */
export class EndpointTurns {
  readonly #tenants = new Map<string, Tenant>()
  readonly #ofTenant: number

  /** `ofTenant`: turns of one tenant at a time. */
  constructor(ofTenant: number) {
    this.#ofTenant = ofTenant
  }

  async take({ tenant: name, webhookId }: TurnOf): Promise<Turn> {
    const tenant = this.#tenants.get(name) ?? { running: 0, endpoints: new Map() }
    const endpoint = tenant.endpoints.get(webhookId) ?? {
      running: 0,
      waiting: [],
      lastAt: 0,
      lasted: 0,
    }
    this.#tenants.set(name, tenant)
    tenant.endpoints.set(webhookId, endpoint)
    if (this.#isFree(tenant, endpoint)) {
      tenant.running += 1
      endpoint.running += 1
    } else if (!(await waitsFor(endpoint))) {
      // It may have waited until all was quiet.
      this.#forget(name, tenant, webhookId, endpoint)
      return { putOffFor: putOff(endpoint) }
    }
    const started = performance.now()
    const end = () => {
      endpoint.lasted = performance.now() - started
      // Behind the others of the tenant: then their lines have their turn.
      tenant.endpoints.delete(webhookId)
      tenant.endpoints.set(webhookId, endpoint)
      this.#end(tenant, endpoint)
      this.#forget(name, tenant, webhookId, endpoint)
    }
    return { end }
  }

  #isFree(tenant: Tenant, endpoint: Endpoint): boolean {
    return tenant.running < this.#ofTenant && endpoint.running < AT_ONCE
  }

  /** Hands the place over to a line of the tenant that waits. */
  #end(tenant: Tenant, endpoint: Endpoint): void {
    tenant.running -= 1
    endpoint.running -= 1
    for (const other of tenant.endpoints.values()) {
      if (other.waiting.length === 0 || !this.#isFree(tenant, other)) continue
      tenant.running += 1
      other.running += 1
      other.waiting.shift()?.()
      return
    }
  }

  #forget(name: string, tenant: Tenant, webhookId: string, endpoint: Endpoint): void {
    if (endpoint.running > 0 || endpoint.waiting.length > 0) return
    if (tenant.endpoints.get(webhookId) === endpoint) tenant.endpoints.delete(webhookId)
    if (tenant.endpoints.size === 0 && this.#tenants.get(name) === tenant) {
      this.#tenants.delete(name)
    }
  }
}

/** Resolves to whether a place was handed over to it in time. */
async function waitsFor({ waiting, lasted }: Endpoint): Promise<boolean> {
  if (waiting.length >= WAITING || lasted > PATIENCE) return false
  return new Promise((resolve) => {
    const goOn = () => {
      clearTimeout(timer)
      resolve(true)
    }
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(goOn), 1)
      resolve(false)
    }, PATIENCE)
    waiting.push(goOn)
  })
}

/** Those that are put off come again one after the other, as fast as turns end. Those that came again do not count. */
function putOff(endpoint: Endpoint): number {
  const now = performance.now()
  const place = Math.max(now, endpoint.lastAt) + endpoint.lasted / AT_ONCE
  endpoint.lastAt = Math.min(place, now + MOST_DELAY)
  return Math.max(LEAST_DELAY, endpoint.lastAt - now)
}
