// `import code from './x.worker.ts?worker'` is the bundled source of that worker as a string.
// Started with `new Worker(code, { eval: true })` it needs no file of its own beside the code, so that
// an app which bundles us (esbuild, Next.js, Vite) finds our workers without any configuration.
import path from 'node:path'
import { build } from 'esbuild'

const SUFFIX = /\?worker$/

/** @param {string} entry absolute path of the worker's TypeScript source */
async function bundle(entry) {
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20.19',
    packages: 'external',
    conditions: ['stowage-source'],
    metafile: true,
  })
  return {
    code: `export default ${JSON.stringify(result.outputFiles[0].text)}`,
    files: Object.keys(result.metafile.inputs).map((file) => path.resolve(file)),
  }
}

/** The plugin for esbuild, hence for tsup. */
export const workerCodeForBuild = {
  name: 'worker-code',
  setup(builder) {
    builder.onResolve({ filter: SUFFIX }, ({ path: request, resolveDir }) => ({
      path: path.resolve(resolveDir, request.replace(SUFFIX, '')),
      namespace: 'worker-code',
    }))
    builder.onLoad({ filter: /.*/, namespace: 'worker-code' }, async ({ path: entry }) => {
      const { code, files } = await bundle(entry)
      return { contents: code, loader: 'js', watchFiles: files }
    })
  },
}

/** The same for Vite, hence for vitest. */
export const workerCodeForTests = {
  name: 'worker-code',
  enforce: 'pre',
  resolveId(request, importer) {
    if (!SUFFIX.test(request) || importer === undefined) return null
    return `\0worker-code:${path.resolve(path.dirname(importer), request.replace(SUFFIX, ''))}`
  },
  async load(id) {
    if (!id.startsWith('\0worker-code:')) return null
    const { code, files } = await bundle(id.slice('\0worker-code:'.length))
    for (const file of files) this.addWatchFile(file)
    return code
  },
}
