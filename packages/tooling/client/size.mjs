// Prints the size of each entry of `@stowage/client` as a page loads it, minified and compressed. Fails above a limit.
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { ROOT } from '../package-entries.mjs'

/** Bytes after gzip, of an entry alone. */
const LIMITS = {
  index: 6 * 1024,
  uploader: 8 * 1024,
}

for (const [entry, limit] of Object.entries(LIMITS)) {
  const {
    outputFiles: [{ contents }],
  } = await build({
    entryPoints: [path.join(ROOT, `packages/client/src/${entry}.ts`)],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
  })
  const size = gzipSync(contents, { level: 9 }).length
  console.log(
    `client/${entry}: ${size} bytes of at most ${limit} (gzip), ${contents.length} before`,
  )
  if (size > limit) process.exitCode = 1
}
