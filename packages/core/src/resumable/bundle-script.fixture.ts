import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build, type Plugin } from 'esbuild'

const SUFFIX = /\?worker$/

const BUNDLED: BuildOptions = {
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  conditions: ['stowage-source'],
  external: ['better-sqlite3'],
  logLevel: 'error',
}

/** The sources of workers as texts, as the build makes them. */
const workersAsText: Plugin = {
  name: 'workers-as-text',
  setup(builder) {
    builder.onResolve({ filter: SUFFIX }, ({ path: request, resolveDir }) => ({
      path: path.resolve(resolveDir, request.replace(SUFFIX, '')),
      namespace: 'worker',
    }))
    builder.onLoad({ filter: /.*/, namespace: 'worker' }, async ({ path: entry }) => {
      const built = await build({ ...BUNDLED, entryPoints: [entry], format: 'cjs', write: false })
      return { contents: built.outputFiles[0]?.text ?? '', loader: 'text' }
    })
  },
}

/** Writes a program of one file that runs this script, which imports as files beside this one do. */
export async function bundleScript(script: string, outfile: string): Promise<void> {
  const require = 'const require = createRequire(import.meta.url);'
  await build({
    ...BUNDLED,
    stdin: { contents: script, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    format: 'esm',
    plugins: [workersAsText],
    banner: { js: `import { createRequire } from 'node:module'; ${require}` },
    outfile,
  })
}
