/** Attempts that one process makes at the same time at one endpoint. */
const AT_ONCE = 4
/** Lines of one endpoint that wait in this process; more would keep other endpoints from their turn. */
const WAITING = 4
/** Milliseconds: a line that is put off comes again no sooner. */
const LEAST_DELAY = 1000

interface Endpoint {
  running: number
  /** Those that wait, each with what lets it go on. */
  readonly waiting: (() => void)[]
  /** Lines that were put off since all was quiet. */
  putOff: number
  /** Milliseconds that the last turn took. */
  lasted: number
}

/** A turn at an endpoint, or how many milliseconds later the line should ask again. */
export type Turn = { readonly end: () => void } | { readonly putOffFor: number }

/** Lets a few lines of each endpoint have their turn at a time, so that no endpoint takes all of this process. */
export class EndpointTurns {
  readonly #endpoints = new Map<string, Endpoint>()

  async take(webhookId: string): Promise<Turn> {
    const endpoint = this.#endpoints.get(webhookId) ?? {
      running: 0,
      waiting: [],
      putOff: 0,
      lasted: 0,
    }
    this.#endpoints.set(webhookId, endpoint)
    if (endpoint.running < AT_ONCE) endpoint.running += 1
    else if (endpoint.waiting.length < WAITING) {
      // Whoever ends hands its place over.
      await new Promise<void>((goOn) => endpoint.waiting.push(goOn))
    } else {
      endpoint.putOff += 1
      const places = Math.ceil(endpoint.putOff / AT_ONCE)
      return { putOffFor: Math.max(LEAST_DELAY, places * endpoint.lasted) }
    }
    const started = performance.now()
    return { end: () => this.#end(webhookId, endpoint, performance.now() - started) }
  }

  #end(webhookId: string, endpoint: Endpoint, lasted: number): void {
    endpoint.lasted = lasted
    const next = endpoint.waiting.shift()
    if (next !== undefined) {
      next()
      return
    }
    endpoint.running -= 1
    if (endpoint.running === 0) this.#endpoints.delete(webhookId)
  }
}
