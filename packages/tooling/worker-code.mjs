// `import code from './x.worker.ts?worker'` is the bundled source of that worker as a string.
// Started with `new Worker(code, { eval: true })` it needs no file of its own beside the code, so that
// an app which bundles us (esbuild, Next.js, Vite) finds our workers without any configuration. For the
// same reason the packages that a worker imports are in it, with their licences.
import { readdirSync, readFileSync } from 'node:fs'
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
    conditions: ['stowage-source'],
    metafile: true,
  })
  const files = Object.keys(result.metafile.inputs).map((file) => path.resolve(file))
  const code = `${licences(files)}${result.outputFiles[0].text}`
  return { code: `export default ${JSON.stringify(code)}`, files }
}

/** The licences of the packages that these files come from, as comments. */
function licences(files) {
  const folders = files.map(
    (file) => /^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+/.exec(file)?.[0],
  )
  return [...new Set(folders)]
    .filter((folder) => folder !== undefined)
    .map((folder) => {
      const { name, version, license } = JSON.parse(
        readFileSync(path.join(folder, 'package.json'), 'utf8'),
      )
      const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
      const text = file ? readFileSync(path.join(folder, file), 'utf8') : license
      return `/*! ${name} ${version}\n\n${text.replaceAll('*/', '* /').trim()}\n*/\n`
    })
    .join('')
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
