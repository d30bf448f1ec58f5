// Which files are mutated, and which tests must notice.

/**
 * @typedef {object} Target
 * @property {readonly string[]} mutate source files that get faults, as globs from the top of the repository
 * @property {readonly string[]} tests test files that must notice
 * @property {boolean} [threads] whether the code runs in worker threads, where coverage cannot be seen
 * @property {number} [aim] the least score in percent, where a fault may lose files silently
 */

const CORE = 'packages/core/src'

/** The long runs with faults at every call have their own command (`npm run chaos`). */
const STORE_TESTS = [
  `${CORE}/{asset-store,blobs,keys,leases,maintenance,model,staging,store,upload,variants}/**/*.test.ts`,
  `!${CORE}/maintenance/verify/verify-under-load.test.ts`,
]

/** Requests from the OpenAPI document: the short run. */
const FUZZ = 'packages/testing/src/openapi-fuzz/openapi-fuzz.test.ts'

/** @type {Readonly<Record<string, Target>>} */
export const TARGETS = {
  analysis: {
    mutate: ['packages/analysis/src/**/*.ts'],
    // Left out: tests that run ten thousand damaged files, or measure time.
    tests: [
      'packages/analysis/src/**/*.test.ts',
      '!packages/analysis/src/analyzer/{robustness,main-thread-cost}.test.ts',
    ],
  },
  store: {
    mutate: [`${CORE}/{keys,leases,maintenance,store,upload,variants}/**/*.ts`],
    tests: STORE_TESTS,
    aim: 85,
  },
  blobs: {
    mutate: [`${CORE}/{async,blobs,model,staging}/**/*.ts`],
    tests: [`${CORE}/{async,filesystem,memory}/**/*.test.ts`, ...STORE_TESTS],
    aim: 85,
  },
  filesystem: {
    mutate: [`${CORE}/filesystem/**/*.ts`],
    tests: [`${CORE}/filesystem/**/*.test.ts`],
    aim: 85,
  },
  sqlite: {
    mutate: [`${CORE}/sqlite/**/*.ts`],
    tests: [`${CORE}/sqlite/**/*.test.ts`],
    threads: true,
    aim: 85,
  },
  decisions: {
    mutate: ['packages/postgres/src/assets/insert-decisions.ts'],
    tests: ['packages/postgres/src/assets/insert-decisions.test.ts'],
    aim: 85,
  },
  webhooks: {
    mutate: ['packages/webhooks/src/**/*.ts'],
    tests: ['packages/webhooks/src/**/*.test.ts'],
  },
  'from-url': {
    mutate: ['packages/from-url/src/**/*.ts'],
    tests: ['packages/from-url/src/**/*.test.ts'],
    aim: 85,
  },
  migrate: {
    mutate: ['packages/migrate/src/**/*.ts'],
    tests: ['packages/migrate/src/**/*.test.ts'],
    aim: 85,
  },
  import: {
    mutate: ['packages/import/src/**/*.ts'],
    tests: ['packages/import/src/**/*.test.ts'],
    aim: 80,
  },
  delivery: {
    mutate: ['packages/api/src/{delivery,http}/**/*.ts'],
    tests: [
      'packages/api/src/**/*.test.ts',
      FUZZ,
      'packages/node/src/handler/http-contract.test.ts',
    ],
  },
  multipart: {
    mutate: ['packages/api/src/{multipart,body}/**/*.ts'],
    tests: ['packages/api/src/**/*.test.ts', FUZZ, 'packages/node/src/handler/hostile.test.ts'],
    aim: 85,
  },
  adapters: {
    mutate: ['packages/{node,express,fastify,fetch}/src/**/*.ts'],
    tests: ['packages/{node,express,fastify,fetch}/src/**/*.test.ts'],
  },
}

/** Not part of the product: tests and their helpers. */
export const NEVER = ['!**/*.test.ts', '!**/*.fixture.ts', '!**/testing/**', '!**/*.worker.ts']
