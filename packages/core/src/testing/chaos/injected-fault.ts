import { AssertionError } from 'node:assert/strict'
import type { AssetStore } from '../../asset-store/asset-store.ts'
import { type ChaosCall, type ChaosPlan, chaosPlan } from '../fault-injection/fault-plan.ts'
import type { ChaosWorld } from './chaos-fixture.ts'
import type { ChaosFault } from './faults.ts'
import { ended } from './remains.ts'
import type { ChaosRun, ChaosVerb } from './verb.ts'

/** One fault at one call. */
export interface ChaosStrike {
  readonly call: ChaosCall
  readonly fault: ChaosFault
}

/** How a verb ended under faults. */
export interface ChaosOutcome {
  /** The faults that were met: calls at the same time may come in another order, or not at all. */
  readonly struck: readonly ChaosStrike[]
  readonly calls: readonly ChaosCall[]
  /** What the verb rejected with, if it did. */
  readonly failure: unknown
  /** It rejected with the reason of its signal. */
  readonly isAborted: boolean
}

/** Runs a verb in a store of its own, which meets the faults in this order, and closes the store. */
export async function runStruck(
  verb: ChaosVerb,
  world: ChaosWorld,
  run: ChaosRun,
  strikes: readonly ChaosStrike[],
): Promise<ChaosOutcome> {
  const struck: ChaosStrike[] = []
  const controller = new AbortController()
  let store: AssetStore | undefined
  let closing: Promise<unknown> | undefined
  let finish = () => {}
  const over = new Promise<void>((resolve) => {
    finish = resolve
  })
  const plan: ChaosPlan = chaosPlan((call) => {
    if (struck.some(({ fault }) => fault.isLast)) return { kind: 'fail' }
    const strike = strikes[struck.length]
    if (strike === undefined || !isSame(call, strike.call)) return undefined
    struck.push(strike)
    return strike.fault.fate({
      over,
      abort: () => controller.abort(new DOMException('enough', 'AbortError')),
      close: () => {
        closing = store?.close().catch(() => {})
      },
    })
  })
  store = await world.open(plan, verb.options)
  const failure = await ended(run(store, controller.signal, plan)).then(
    () => undefined,
    (error: unknown) => error ?? new Error('rejected with nothing'),
  )
  if (failure instanceof AssertionError) throw failure
  finish()
  await ended(world.quiet())
  await ended(store.close()).catch((error: unknown) => {
    // A port that cannot be closed is not the store's fault.
    if (!struck.some(({ fault, call }) => fault.isLast || call.method === 'close')) throw error
  })
  await closing
  await ended(world.quiet())
  await world.shut()
  return { struck, calls: plan.calls, failure, isAborted: isAbort(failure, controller.signal) }
}

function isSame(one: ChaosCall, other: ChaosCall): boolean {
  return one.port === other.port && one.method === other.method && one.turn === other.turn
}

/** A stream that is aborted ends with an error of Node's own, caused by the reason. */
function isAbort(failure: unknown, { aborted, reason }: AbortSignal): boolean {
  return aborted && (failure === reason || (failure instanceof Error && failure.cause === reason))
}
