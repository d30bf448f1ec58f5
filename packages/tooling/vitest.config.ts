import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './longest-first.mjs'
import { workerCodeForTests } from './worker-code.mjs'

// Vitest hands these on to Node itself, so no `import` or `module`: `require` would get ES modules by them.
const conditions = ['stowage-source', 'node']

/** What only the full run has: suites of `npm run contracts`, and the long part of `npm run chaos`. */
const long = [
  'packages/*/src/**/*.full.test.ts',
  'packages/core/src/testing/chaos/full-chaos.test.ts',
]
const full = process.env.STOWAGE_TESTS === 'full' ? [] : long

const setupFile = (name: string) => new URL(name, import.meta.url).pathname

const memoryFolder = setupFile('memory-folder.mjs')

const postgres = 'packages/postgres/src/**/*.test.ts'

/**
 * Tests that must not share a process: of code whose state belongs to its process (threads, child processes, memory),
 * and those that replace a module or change the user of the process.
 */
const apart = [
  ...['analysis', 'sharp', 's3'].map((name) => `packages/${name}/src/**/*.test.ts`),
  'packages/core/src/keys/create-keys.test.ts',
  'packages/core/src/signing/constant-time.test.ts',
  'packages/core/src/store/tenant-tickets.test.ts',
  'packages/core/src/store/unwritable-folder.test.ts',
]

export default defineConfig({
  plugins: [workerCodeForTests],
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    root: new URL('../..', import.meta.url).pathname,
    // Only what hangs ends here: on a machine with other work, a test may take many times as long.
    testTimeout: process.env.STOWAGE_TESTS === 'full' ? 600_000 : 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    globalSetup: [memoryFolder],
    pool: 'forks',
    // One more than processors: many of our tests wait for a disk, a server or a client, and Vitest itself for them.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'stowage',
          include: ['packages/*/src/**/*.test.ts'],
          exclude: [...apart, postgres, ...full],
          // Files share processes: to start one and to load the store into it costs a third of a second.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'apart', include: apart, exclude: full } },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [postgres],
          exclude: full,
          isolate: false,
          globalSetup: [setupFile('postgres-setup.mjs')],
        },
      },
    ],
  },
})
