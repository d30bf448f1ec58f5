// `import code from './x.worker.ts?worker'` gives the bundled source of that worker as a string. Started with `new
// Worker(code, { eval: true })`, it needs no separate file, so that an app which bundles us (esbuild, Next.js, Vite)
// finds our workers without any configuration. For the same reason it contains the packages that the worker imports,
// with their licences. It comes without blanks and comments, because the app's bundler cannot shrink a string; names stay,
// for stacks.
//
// A worker whose packages an app must be able to see and update is a separate file instead, which `tsup.config.ts`
// builds: `new Worker(new URL('./x.worker.js', import.meta.url))`. Tests have only its source, so this bundles it for
// them.
import path from 'node:path'
import { build } from 'esbuild'
import { licences } from './licences.mjs'

const SUFFIX = /\?worker$/

/** How code names a worker in a separate file. */
const WORKER_URL = /new URL\('(\.\/[\w-]+\.worker)\.js', import\.meta\.url\)/

/** The source of the worker that this code starts as a separate file, relative to the code; else `undefined`. */
export function workerFileOf(code) {
  const [, worker] = WORKER_URL.exec(code) ?? []
  return worker === undefined ? undefined : `${worker}.ts`
}

/** @param {string} entry absolute path of the worker's TypeScript source */
async function bundle(entry, options = {}) {
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20.19',
    conditions: ['stowage-source'],
    metafile: true,
    ...options,
  })
  const files = Object.keys(result.metafile.inputs).map((file) => path.resolve(file))
  return { code: result.outputFiles[0].text, files }
}

async function bundleAsString(entry) {
  const { code, files } = await bundle(entry, { minifyWhitespace: true, minifySyntax: true })
  return { code: `export default ${JSON.stringify(licences(files) + code)}`, files }
}

/** The worker as a module in a URL, which gives `require` no location to resolve from. */
async function bundleAsUrl(entry) {
  const { code, files } = await bundle(entry, {
    format: 'esm',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire('file:///');",
    },
  })
  return { url: `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`, files }
}

/** The plugin for esbuild, and so for tsup. */
export const workerCodeForBuild = {
  name: 'worker-code',
  setup(builder) {
    builder.onResolve({ filter: SUFFIX }, ({ path: request, resolveDir }) => ({
      path: path.resolve(resolveDir, request.replace(SUFFIX, '')),
      namespace: 'worker-code',
    }))
    builder.onLoad({ filter: /.*/, namespace: 'worker-code' }, async ({ path: entry }) => {
      const { code, files } = await bundleAsString(entry)
      return { contents: code, loader: 'js', watchFiles: files }
    })
  },
}

/** The same for Vite, and so for vitest. */
export const workerCodeForTests = {
  name: 'worker-code',
  enforce: 'pre',
  configureVitest({ experimental_defineCacheKeyGenerator: define }) {
    // What has a worker in it changes with the files of the worker.
    define(({ id, sourceCode }) => {
      const isBundled = id.startsWith('\0worker-code:') || workerFileOf(sourceCode) !== undefined
      return isBundled ? false : undefined
    })
  },
  resolveId(request, importer) {
    if (!SUFFIX.test(request) || importer === undefined) return null
    return `\0worker-code:${path.resolve(path.dirname(importer), request.replace(SUFFIX, ''))}`
  },
  async load(id) {
    if (!id.startsWith('\0worker-code:')) return null
    const { code, files } = await bundleAsString(id.slice('\0worker-code:'.length))
    for (const file of files) this.addWatchFile(file)
    return code
  },
  async transform(source, id) {
    const worker = id.endsWith('.ts') ? workerFileOf(source) : undefined
    if (worker === undefined) return null
    const { url, files } = await bundleAsUrl(path.resolve(path.dirname(id), worker))
    for (const file of files) this.addWatchFile(file)
    return source.replace(WORKER_URL, `new URL(${JSON.stringify(url)})`)
  },
}
