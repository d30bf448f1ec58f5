import { afterAll, describe, expect, it } from 'vitest'
import { courseOf } from './chaos-case.ts'
import { ALIKE, applied, named, TIMEOUT } from './chaos-run.ts'
import { chaosFaults } from './faults.ts'
import { chaosVerbs } from './verbs.ts'

let twice = 0

afterAll(() => console.log(`chaos: promises held in ${twice} cases of a second fault`))

describe('a store to which a second thing happens while it copes with the first', () => {
  const firsts = chaosFaults.filter(({ name }) => ['fails', 'is cut off', 'EIO'].includes(name))
  const seconds = chaosFaults.filter(({ name }) => ['fails', 'EIO'].includes(name))

  it.each(named(chaosVerbs))('%s: keeps its promises', { timeout: TIMEOUT }, async (_, verb) => {
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
            twice += outcome.applied.length === 2 ? 1 : 0
          }
        }
      }
    }
    expect(baseline.calls.length).toBeGreaterThan(0)
  })
})
