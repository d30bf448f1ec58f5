import { beforeAll } from 'vitest'

/** More faults than any target has. */
const MOST_FAULTS = 20_000

interface Faults {
  activeMutant?: string
  mutantCoverage?: { readonly static: Record<string, number>; readonly perTest: object }
}

const shared = globalThis as { __stryker__?: Faults }
shared.__stryker__ ??= {}
const faults = shared.__stryker__

// Coverage in threads is not visible here, so count every fault as covered by every test.
faults.mutantCoverage ??= { static: {}, perTest: {} }
for (let id = 0; id < MOST_FAULTS; id += 1) faults.mutantCoverage.static[id] = 1

// Threads and processes that a test starts find the active fault in their environment.
beforeAll(() => {
  if (faults.activeMutant === undefined) delete process.env.__STRYKER_ACTIVE_MUTANT__
  else process.env.__STRYKER_ACTIVE_MUTANT__ = faults.activeMutant
})
