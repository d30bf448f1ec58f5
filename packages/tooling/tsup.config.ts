// Run by each package's `build` script in the package's own folder.
import { readdirSync } from 'node:fs'
import { defineConfig } from 'tsup'
import { nodeVersionGuard } from './node-version-guard.mjs'
import { workerCodeForBuild } from './worker-code.mjs'

/** One `exports` key = one file directly under `src`. */
const entries = readdirSync('src').filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.endsWith('.d.ts'),
)

export default defineConfig({
  entry: entries.map((file) => `src/${file}`),
  format: 'esm',
  target: 'node20.19',
  platform: 'node',
  dts: true,
  clean: true,
  splitting: true,
  removeNodeProtocol: false,
  // Optional: an app without it must not get half of it.
  external: ['better-sqlite3'],
  banner: { js: nodeVersionGuard },
  tsconfig: '../../tsconfig.json',
  esbuildPlugins: [workerCodeForBuild],
})
