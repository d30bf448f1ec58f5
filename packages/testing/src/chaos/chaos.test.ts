import { afterAll, describe, expect, it } from 'vitest'
import { courseOf } from './chaos-case.ts'
import { applied, faultsFor, named, TIMEOUT } from './chaos-run.ts'
import { chaosVerbs } from './verbs.ts'

const counts = { verbs: 0, calls: 0, cases: 0 }

afterAll(() => {
  const { verbs, calls, cases } = counts
  console.log(
    `chaos: ${verbs} verbs with ${calls} calls; promises held in ${cases} cases of a fault at a call`,
  )
})

describe('a store to which something happens at its n-th call to a port or the file system', () => {
  it.each(named(chaosVerbs))('%s: keeps its promises', { timeout: TIMEOUT }, async (_, verb) => {
    const baseline = await courseOf(verb, 'memory')
    for (const call of baseline.calls) {
      for (const fault of faultsFor(call)) {
        const { applied: met } = await applied(verb, 'memory', baseline, [{ call, fault }])
        counts.cases += met.length
      }
    }
    expect(baseline.calls.length).toBeGreaterThan(0)
    counts.verbs += 1
    counts.calls += baseline.calls.length
  })
})
