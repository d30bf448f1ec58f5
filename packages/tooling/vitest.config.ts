import { defineConfig } from 'vitest/config'
import { workerCodeForTests } from './worker-code.mjs'

// Vitest hands these on to Node itself, so no `import` or `module`: `require` would get ES modules by them.
const conditions = ['stowage-source', 'node']

export default defineConfig({
  plugins: [workerCodeForTests],
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['packages/*/src/**/*.test.ts'],
    testTimeout: 20_000,
    hookTimeout: 20_000,
    pool: 'forks',
  },
})
