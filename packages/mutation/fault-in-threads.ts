import { beforeAll } from 'vitest'

// Threads and processes that a test starts find the fault that is switched on in their environment.
beforeAll(() => {
  const { __stryker__: faults } = globalThis as { __stryker__?: { activeMutant?: string } }
  if (faults?.activeMutant === undefined) delete process.env.__STRYKER_ACTIVE_MUTANT__
  else process.env.__STRYKER_ACTIVE_MUTANT__ = faults.activeMutant
})
