import { AssertionError } from 'node:assert/strict'
import type { AssetStore } from '@stowage/core'
import { type FaultPlan, faultPlan, type PortCall } from '../fault-injection/fault-plan.ts'
import type { ChaosFixture } from './chaos-fixture.ts'
import type { Fault } from './faults.ts'
import { ended } from './remains.ts'
import type { ChaosRun, ChaosVerb } from './verb.ts'

/** One fault at one call. */
export interface InjectedFault {
  readonly call: PortCall
  readonly fault: Fault
}

/** How a verb ended under faults. */
export interface ChaosOutcome {
  /** The faults that were met: concurrent calls may come in another order, or not at all. */
  readonly applied: readonly InjectedFault[]
  readonly calls: readonly PortCall[]
  /** What the verb rejected with, if it did. */
  readonly failure: unknown
  /** It rejected with the reason of its signal. */
  readonly isAborted: boolean
}

/** Runs a verb in its own store, which meets the faults in this order, and closes the store. */
export async function runWithFault(
  verb: ChaosVerb,
  fixture: ChaosFixture,
  run: ChaosRun,
  appliesTo: readonly InjectedFault[],
): Promise<ChaosOutcome> {
  const applied: InjectedFault[] = []
  const controller = new AbortController()
  let store: AssetStore | undefined
  let closing: Promise<unknown> | undefined
  let finish = () => {}
  const over = new Promise<void>((resolve) => {
    finish = resolve
  })
  const plan: FaultPlan = faultPlan((call) => {
    if (applied.some(({ fault }) => fault.isLast)) return { kind: 'fail' }
    const inject = appliesTo[applied.length]
    if (inject === undefined || !isSame(call, inject.call)) return undefined
    applied.push(inject)
    return inject.fault.action({
      over,
      abort: () => controller.abort(new DOMException('enough', 'AbortError')),
      close: () => {
        closing = store?.close().catch(() => {})
      },
    })
  })
  store = await fixture.open(plan, verb.options)
  const failure = await ended(run(store, controller.signal, plan)).then(
    () => undefined,
    (error: unknown) => error ?? new Error('rejected with nothing'),
  )
  if (failure instanceof AssertionError) throw failure
  finish()
  await ended(fixture.quiet())
  await ended(store.close()).catch((error: unknown) => {
    // It is not the store's fault when a port cannot be closed.
    if (!applied.some(({ fault, call }) => fault.isLast || call.method === 'close')) throw error
  })
  await closing
  await ended(fixture.quiet())
  await fixture.shut()
  return { applied, calls: plan.calls, failure, isAborted: isAbort(failure, controller.signal) }
}

function isSame(one: PortCall, other: PortCall): boolean {
  return one.port === other.port && one.method === other.method && one.turn === other.turn
}

/** An aborted stream ends with one of Node's own errors, caused by the reason. */
function isAbort(failure: unknown, { aborted, reason }: AbortSignal): boolean {
  return aborted && (failure === reason || (failure instanceof Error && failure.cause === reason))
}
