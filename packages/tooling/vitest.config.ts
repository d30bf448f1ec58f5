import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { workerCodeForTests } from './worker-code.mjs'

// Vitest hands these on to Node itself, so no `import` or `module`: `require` would get ES modules by them.
const conditions = ['stowage-source', 'node']

/** Suites that `npm run contracts` alone runs: contracts that run in short elsewhere, on yet another framework or database. */
const full = process.env.STOWAGE_CONTRACT === 'full' ? [] : ['packages/*/src/**/*.full.test.ts']

const postgres = 'packages/postgres/src/**/*.test.ts'

export default defineConfig({
  plugins: [workerCodeForTests],
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    root: new URL('../..', import.meta.url).pathname,
    testTimeout: 20_000,
    hookTimeout: 20_000,
    pool: 'forks',
    // Vitest would leave one processor to itself; most of our tests wait for a disk, so one can have two.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      {
        extends: true,
        test: {
          name: 'stowage',
          include: ['packages/*/src/**/*.test.ts'],
          exclude: [postgres, ...full],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [postgres],
          exclude: full,
          globalSetup: [new URL('postgres-setup.mjs', import.meta.url).pathname],
        },
      },
    ],
  },
})
