import { beforeAll } from 'vitest'

/** More than any target has. */
const MOST_FAULTS = 20_000

interface Faults {
  activeMutant?: string
  mutantCoverage?: { readonly static: Record<string, number>; readonly perTest: object }
}

const shared = globalThis as { __stryker__?: Faults }
shared.__stryker__ ??= {}
const faults = shared.__stryker__

// What runs in a thread is not seen here: every fault is taken to be met by every test.
faults.mutantCoverage ??= { static: {}, perTest: {} }
for (let id = 0; id < MOST_FAULTS; id += 1) faults.mutantCoverage.static[id] = 1

// Threads and processes that a test starts find the fault that is switched on in their environment.
beforeAll(() => {
  if (faults.activeMutant === undefined) delete process.env.__STRYKER_ACTIVE_MUTANT__
  else process.env.__STRYKER_ACTIVE_MUTANT__ = faults.activeMutant
})
