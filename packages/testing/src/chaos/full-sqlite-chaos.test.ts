import { afterAll, describe, expect, it } from 'vitest'
import { courseOf } from './chaos-case.ts'
import { applied, faultsFor, named, TIMEOUT } from './chaos-run.ts'
import { chaosVerbs } from './verbs.ts'

let onSqlite = 0

afterAll(() => console.log(`chaos: promises held in ${onSqlite} cases on SQLite`))

describe('a store on SQLite to which something happens at its n-th call to the database', () => {
  it.each(named(chaosVerbs))('%s: keeps its promises', { timeout: TIMEOUT }, async (_, verb) => {
    const baseline = await courseOf(verb, 'sqlite')
    const calls = baseline.calls.filter(({ port }) => port === 'metadata')
    for (const call of calls) {
      for (const fault of faultsFor(call)) {
        const { applied: met } = await applied(verb, 'sqlite', baseline, [{ call, fault }])
        onSqlite += met.length
      }
    }
    expect(calls.length).toBeGreaterThan(0)
  })
})
