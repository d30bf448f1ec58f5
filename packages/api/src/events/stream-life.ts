import type { Readable } from 'node:stream'
import type { RequestContext } from '../requests/request-context.ts'

/** Milliseconds after which a stream ends. The client comes back with its last id. */
const LIFETIME = 15 * 60_000
/** Milliseconds between two looks whether the caller may still read. */
const ASK_AGAIN = 60_000
/** Milliseconds that a client has to take what was handed to it already, once the stream ends. */
const GRACE = 500

/** How long a stream goes on. */
export interface StreamLife {
  /** Aborts when it ends: also with the request, when the server stops, and when the caller may no longer read. */
  readonly signal: AbortSignal
  end(): void
  /** Whether it is time to ask again, or somebody asks just now. */
  isDue(): boolean
  /** Asks whether the same caller would get the same stream now. If not, the life ends. */
  mayStillRead(): Promise<boolean>
  /** Lets the life end with this body. When it ends before, a body whose client does not read is destroyed. */
  holds(body: Readable): void
}

/** The life of the stream that answers a request. It asks by itself too: nothing else runs while a client does not read. */
export function lifeOf(context: RequestContext): StreamLife {
  const { signal, stopping } = context.request
  const signals = [signal, stopping]
  const controller = new AbortController()
  const end = () => {
    clearTimeout(lifetime)
    clearTimeout(asks)
    for (const each of signals) each?.removeEventListener('abort', end)
    controller.abort()
  }
  const lifetime = after(LIFETIME, end)
  let asked = performance.now()
  let asking: Promise<boolean> | undefined
  let asks = after(ASK_AGAIN, mayStillRead)

  async function ask(): Promise<boolean> {
    const may = await isSameCaller(context)
    asked = performance.now()
    asking = undefined
    clearTimeout(asks)
    if (!may) end()
    else if (!controller.signal.aborted) asks = after(ASK_AGAIN, mayStillRead)
    return may
  }

  /** An answer that was on its way may be older than the question. */
  async function mayStillRead(): Promise<boolean> {
    while (asking !== undefined) await asking
    asking = ask()
    return await asking
  }

  for (const each of signals) {
    each?.addEventListener('abort', end)
    if (each?.aborted) end()
  }
  return {
    signal: controller.signal,
    end,
    isDue: () => performance.now() - asked >= ASK_AGAIN,
    mayStillRead,
    holds(body) {
      let grace: NodeJS.Timeout | undefined
      const wait = () => {
        grace = after(GRACE, () => body.destroy())
      }
      if (controller.signal.aborted) wait()
      else controller.signal.addEventListener('abort', wait)
      body.once('close', () => {
        controller.signal.removeEventListener('abort', wait)
        clearTimeout(grace)
        end()
      })
    },
  }
}

/** A timer for which no process stays. */
function after(millis: number, listener: () => void): NodeJS.Timeout {
  return setTimeout(listener, millis).unref()
}

/** Whether the same caller would get the same stream now. */
async function isSameCaller({ store, again, principal }: RequestContext): Promise<boolean> {
  try {
    const now = await again()
    const manages = (of: RequestContext['principal']) => of?.permissions.includes('manage')
    return (
      now.principal?.id === principal?.id &&
      manages(now.principal) === manages(principal) &&
      now.store.view.tenant === store.view.tenant &&
      now.store.view.scope?.createdBy === store.view.scope?.createdBy
    )
  } catch {
    return false
  }
}
