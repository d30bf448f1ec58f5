import { defineConfig } from 'vitest/config'
import { workerCodeForTests } from '../tooling/worker-code.mjs'

const { tests, threads } = JSON.parse(process.env.STOWAGE_MUTATION ?? '{}')
const conditions = ['stowage-source', 'node']

export default defineConfig({
  plugins: [workerCodeForTests],
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: tests.filter((glob: string) => !glob.startsWith('!')),
    exclude: tests
      .filter((glob: string) => glob.startsWith('!'))
      .map((glob: string) => glob.slice(1)),
    setupFiles: threads ? [new URL('fault-in-threads.ts', import.meta.url).pathname] : [],
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
})
