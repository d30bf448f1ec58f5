import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './longest-first.mjs'
import { workerCodeForTests } from './worker-code.mjs'

// Vitest passes these on to Node itself, so no `import` or `module`: with them `require` would get ES modules.
const conditions = ['stowage-source', 'node']

const setupFile = (name: string) => new URL(name, import.meta.url).pathname

const all = 'packages/*/src/**/*.test.ts'

const postgres = 'packages/postgres/src/**/*.test.ts'

/** All of the package but its bucket's names and errors: most of these tests need a bucket. */
const s3 = 'packages/s3/src/{*,objects/*,pieces/*}.test.ts'

/** Processes that draw pictures, and pictures made to break them. */
const hostilePictures = [
  'variants/hostile',
  'variants/hostile-uploads',
  'variants/stored-pictures',
  'process/process-pool',
].map((name) => `packages/sharp/src/${name}.test.ts`)

/** The contracts of `@stowage/node`, again on each framework. */
const frameworks = ['adapter-contract', 'hostile'].map(
  (name) => `packages/{express,fastify,fetch}/src/**/${name}.test.ts`,
)

/** Faults at each call of a port, in their short version. */
const chaos = 'packages/testing/src/chaos/chaos*.test.ts'

/** Moves and backups of whole stores, and whole commands. */
const whole = [
  'packages/migrate/src/**/*.test.ts',
  'packages/core/src/maintenance/backup/*.test.ts',
  'packages/cli/src/verbs/**/*.test.ts',
]

/** Runs the contract of the records only for its statements. */
const plans = 'packages/core/src/sqlite/metadata/statement-plans.test.ts'

/** Tests that only the full run has: suites of `npm run contracts`, and the long part of `npm run chaos`. */
const long = ['packages/*/src/**/*.full.test.ts', 'packages/testing/src/chaos/full-*.test.ts']

/**
 * Tests that must not share a process: they test code whose state belongs to its process (threads, child processes,
 * memory), replace a module, or change the user of the process.
 */
const apart = [
  'packages/analysis/src/analyzer/missing-libraries.test.ts',
  'packages/core/src/keys/create-keys.test.ts',
  'packages/core/src/signing/constant-time.test.ts',
  'packages/core/src/tickets/tenant-tickets.test.ts',
  'packages/core/src/store/opening/unwritable-folder.test.ts',
]

/** The files of a run, for each project: `quick` and `gate` have none in common, `named` has both, `full` has all. */
const runs = {
  quick: {
    stowage: [all],
    apart,
    postgres: [],
    left: [...hostilePictures, ...frameworks, ...whole, s3, chaos, plans, ...long],
  },
  gate: {
    stowage: [chaos, plans, s3, ...frameworks, ...whole],
    apart: hostilePictures,
    postgres: [postgres],
    left: long,
  },
  named: { stowage: [all], apart, postgres: [postgres], left: long },
  full: { stowage: [all], apart, postgres: [postgres], left: [] },
}

const name = process.env.STOWAGE_TESTS ?? 'named'
/** Milliseconds after which a test hangs: one of the long runs computes for minutes on a quiet machine. */
const LONGEST = name === 'full' ? 3_600_000 : 600_000
if (!Object.hasOwn(runs, name)) {
  throw new Error(`STOWAGE_TESTS is ${name}. Use one of ${Object.keys(runs).join(', ')}.`)
}
const run = runs[name as keyof typeof runs]

const projects = [
  {
    extends: true as const,
    test: {
      name: 'stowage',
      include: run.stowage,
      exclude: [...apart, postgres, ...run.left],
      // Files share processes: starting one and loading the store into it costs a third of a second.
      isolate: false,
    },
  },
  { extends: true as const, test: { name: 'apart', include: run.apart, exclude: run.left } },
  {
    extends: true as const,
    test: {
      name: 'postgres',
      include: run.postgres,
      exclude: run.left,
      isolate: false,
      globalSetup: [setupFile('postgres-setup.mjs')],
    },
  },
]

export default defineConfig({
  plugins: [workerCodeForTests],
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    root: new URL('../..', import.meta.url).pathname,
    // Only a test that hangs times out: on a busy machine, a test may take many times as long.
    testTimeout: LONGEST,
    hookTimeout: LONGEST,
    expect: { poll: { timeout: 300_000 } },
    globalSetup: [setupFile('memory-folder.mjs')],
    pool: 'forks',
    // Keeps what was compiled for the next run, and for its other processes.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/vitest' },
    // One more than there are processors: many of our tests wait for a disk, a server or a client, and Vitest itself
    // waits for them.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: projects.filter(({ test }) => test.include.length > 0),
  },
})
