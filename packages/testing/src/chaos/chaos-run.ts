import type { PortCall } from '../fault-injection/fault-plan.ts'
import { type Baseline, runCase } from './chaos-case.ts'
import type { ChaosBackend } from './chaos-fixture.ts'
import { chaosFaults, type Fault } from './faults.ts'
import type { InjectedFault } from './injected-fault.ts'
import type { ChaosVerb } from './verb.ts'

/**
 * `npm run chaos`: every fault happens to every call. Otherwise every fault happens to the first call of a method in
 * the run, every fifth fault in turn to the first call of that method in each other verb, and one fault to each later
 * call.
 */
export const isFull: boolean = process.env.STOWAGE_TESTS === 'full'

/** Milliseconds for all cases of one verb. */
export const TIMEOUT: number = isFull ? 3_600_000 : 300_000

/** A sweep makes hundreds of similar deletions: after this many calls, each call meets one fault, in turn. */
export const ALIKE: number = isFull ? 8 : 1

/** How many earlier verbs have met faults at their first call of a method. */
const verbsThatMet = new Map<string, number>()

/** The faults for this call, each in its own case. */
export function faultsFor(call: PortCall): readonly Fault[] {
  const faults = chaosFaults.filter((fault) => fault.appliesTo(call))
  if (isFull) return faults
  // File system calls are many and similar from the first.
  const isAlike = call.turn > ALIKE || call.port === 'fileSystem'
  if (isAlike) return faults.filter((_, n) => n === call.turn % faults.length)
  const method = `${call.port}.${call.method}`
  const before = verbsThatMet.get(method) ?? 0
  verbsThatMet.set(method, before + 1)
  return before === 0 ? faults : faults.filter((_, n) => n % 5 === before % 5)
}

/** Rows for `it.each`. */
export function named(verbs: readonly ChaosVerb[]): (readonly [string, ChaosVerb])[] {
  return verbs.map((verb) => [verb.name, verb] as const)
}

/** Runs the case; names it when a promise is broken. */
export async function applied(
  verb: ChaosVerb,
  backend: ChaosBackend,
  baseline: Baseline,
  appliesTo: readonly InjectedFault[],
): ReturnType<typeof runCase> {
  try {
    return await runCase(verb, backend, baseline, appliesTo)
  } catch (cause) {
    const what = appliesTo.map(({ call, fault }) => {
      return `${call.port}.${call.method} (turn ${call.turn}) ${fault.name}`
    })
    throw new Error(`${verb.name}, ${what.join(', then ')}: ${cause}`, { cause })
  }
}
