// Prints the size of `@stowage/client` as a page loads it, minified and compressed. Fails above the limit.
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { ROOT } from '../package-entries.mjs'

/** Bytes after gzip. */
const LIMIT = 6 * 1024

const {
  outputFiles: [{ contents }],
} = await build({
  entryPoints: [path.join(ROOT, 'packages/client/src/index.ts')],
  bundle: true,
  minify: true,
  write: false,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
})
const size = gzipSync(contents, { level: 9 }).length
console.log(`client: ${size} bytes of at most ${LIMIT} (gzip), ${contents.length} before`)
if (size > LIMIT) process.exitCode = 1
