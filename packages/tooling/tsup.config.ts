// Run by each package's `build` script in the package's own folder.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'tsup'
import { declarations } from './declarations.mjs'
import { nodeVersionGuard } from './node-version-guard.mjs'
import { workerCodeForBuild, workerFileOf } from './worker-code.mjs'

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })

/** One `exports` key = one file directly under `src`. */
const entries = files.filter(
  (file) => /^[^/\\]+\.ts$/.test(file) && !file.endsWith('.test.ts') && !file.endsWith('.d.ts'),
)
const workers = files
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) => {
    const worker = workerFileOf(readFileSync(`src/${file}`, 'utf8'))
    return worker === undefined ? [] : [path.join(path.dirname(file), worker)]
  })

export default defineConfig({
  entry: named([...entries, ...workers]),
  format: 'esm',
  target: 'node20.19',
  platform: 'node',
  // The types of other packages come from their builds: `npm run types` checks their sources once.
  dts: declarations && {
    entry: named(entries),
    compilerOptions: { customConditions: [], noCheck: true },
  },
  clean: true,
  splitting: true,
  removeNodeProtocol: false,
  // Optional dependency: an app without it must not get half of it.
  external: ['better-sqlite3'],
  banner: { js: nodeVersionGuard },
  tsconfig: '../../tsconfig.json',
  esbuildPlugins: [workerCodeForBuild],
})

function named(sources: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    sources.map((file) => [path.basename(file, '.ts'), path.join('src', file)]),
  )
}
