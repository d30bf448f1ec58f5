import { afterAll, describe, expect, it } from 'vitest'
import type { PortCall } from '../fault-injection/fault-plan.ts'
import { type Baseline, courseOf, runCase } from './chaos-case.ts'
import type { ChaosBackend } from './chaos-fixture.ts'
import { chaosFaults, type Fault } from './faults.ts'
import type { InjectedFault } from './injected-fault.ts'
import type { ChaosVerb } from './verb.ts'
import { chaosVerbs } from './verbs.ts'

/** `STOWAGE_CHAOS=full` lets everything happen to every call, on SQLite too, and then a second thing. */
const isFull = process.env.STOWAGE_CHAOS === 'full'
const TIMEOUT = isFull ? 3_600_000 : 300_000

/** A sweep deletes hundreds of keys alike: of calls past this one, each meets one fault, the next the next. */
const ALIKE = 8

/** Verbs to which a second fault happens in every run. */
const TWICE = ['purge']
/** Verbs that run on SQLite in every run, and what happens to their calls there. */
const ON_SQLITE = ['upload', 'purge']
const TO_SQLITE = ['is cut off', 'is the last thing, done']

/** What happens to calls of the file system only in full: below the ports little of it can make a difference. */
const SELDOM = ['is held up', 'comes with a close']

const counts = { verbs: new Set<string>(), calls: 0, single: 0, sqlite: 0, double: 0 }

function faultsFor(call: PortCall): readonly Fault[] {
  const faults = chaosFaults.filter((fault) => fault.appliesTo(call))
  if (isFull) return faults
  const often = faults.filter(({ name }) => call.port !== 'fileSystem' || !SELDOM.includes(name))
  return call.turn <= ALIKE ? often : often.filter((_, n) => n === call.turn % often.length)
}

function named(verbs: readonly ChaosVerb[]): (readonly [string, ChaosVerb])[] {
  return verbs.map((verb) => [verb.name, verb] as const)
}

/** Runs the case; says which it was when a promise is broken. */
async function applied(
  verb: ChaosVerb,
  backend: ChaosBackend,
  baseline: Baseline,
  appliesTo: readonly InjectedFault[],
) {
  try {
    return await runCase(verb, backend, baseline, appliesTo)
  } catch (cause) {
    const what = appliesTo.map(({ call, fault }) => {
      return `${call.port}.${call.method} (turn ${call.turn}) ${fault.name}`
    })
    throw new Error(`${verb.name}, ${what.join(', then ')}: ${cause}`, { cause })
  }
}

afterAll(() => {
  const { verbs, calls, single, sqlite, double } = counts
  console.log(
    `chaos: ${verbs.size} verbs with ${calls} calls; promises held in ${single} cases of a fault at a call, ` +
      `${sqlite} more on SQLite, and ${double} of a second fault`,
  )
})

describe('a store to which something happens at its n-th call to a port or the file system', () => {
  it.each(named(chaosVerbs))('%s: keeps its promises', { timeout: TIMEOUT }, async (_, verb) => {
    const baseline = await courseOf(verb, 'memory')
    for (const call of baseline.calls) {
      for (const fault of faultsFor(call)) {
        const { applied: met } = await applied(verb, 'memory', baseline, [{ call, fault }])
        counts.single += met.length
      }
    }
    expect(baseline.calls.length).toBeGreaterThan(0)
    counts.verbs.add(verb.name)
    counts.calls += baseline.calls.length
  })
})

describe('a store on SQLite to which something happens at its n-th call to the database', () => {
  const verbs = chaosVerbs.filter(({ name }) => isFull || ON_SQLITE.includes(name))
  it.each(named(verbs))('%s: keeps its promises', { timeout: TIMEOUT }, async (_, verb) => {
    const baseline = await courseOf(verb, 'sqlite')
    const calls = baseline.calls.filter(({ port }) => port === 'metadata')
    for (const call of calls) {
      const faults = faultsFor(call).filter(({ name }) => isFull || TO_SQLITE.includes(name))
      for (const fault of faults) {
        const { applied: met } = await applied(verb, 'sqlite', baseline, [{ call, fault }])
        counts.sqlite += met.length
      }
    }
    expect(calls.length).toBeGreaterThan(0)
  })
})

describe('a store to which a second thing happens while it copes with the first', () => {
  const firsts = chaosFaults.filter(({ name }) => ['fails', 'is cut off', 'EIO'].includes(name))
  const seconds = chaosFaults.filter(({ name }) => ['fails', 'EIO'].includes(name))
  const verbs = chaosVerbs.filter(({ name }) => isFull || TWICE.includes(name))

  it.each(named(verbs))('%s: keeps its promises', { timeout: TIMEOUT }, async (_, verb) => {
    const baseline = await courseOf(verb, 'memory')
    for (const call of baseline.calls.filter(({ turn }) => turn <= ALIKE)) {
      for (const fault of firsts.filter((first) => first.appliesTo(call))) {
        const first = { call, fault }
        const { calls, applied: met } = await applied(verb, 'memory', baseline, [first])
        if (met.length === 0) continue
        const from = calls.findIndex(({ port, method, turn }) => {
          return port === call.port && method === call.method && turn === call.turn
        })
        for (const next of calls.slice(from + 1).filter(({ turn }) => turn <= ALIKE)) {
          for (const second of seconds.filter((each) => each.appliesTo(next))) {
            const appliesTo = [first, { call: next, fault: second }]
            const outcome = await applied(verb, 'memory', baseline, appliesTo)
            counts.double += outcome.applied.length === 2 ? 1 : 0
          }
        }
      }
    }
    expect(baseline.calls.length).toBeGreaterThan(0)
  })
})
