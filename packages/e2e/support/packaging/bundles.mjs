// Bundles the quickstart of an installed project with common bundlers, and uses each result.
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { uploadTo } from './upload-to.mjs'

const run = promisify(execFile)

/** Beside SQLite's binding, what a bundler that does not follow workers needs. */
const EXTERNAL = ['better-sqlite3', '@stowage/analysis']

/** Bundles the quickstart with esbuild; resolves to the file. */
async function bundle(project, format, external) {
  const { build } = await import('esbuild')
  const outfile = path.join(project, `bundle.${format === 'esm' ? 'mjs' : 'cjs'}`)
  const code = await readFile(path.join(project, 'quickstart.mjs'), 'utf8')
  await build({
    // CommonJS has no top-level await.
    stdin: { contents: format === 'esm' ? code : asFunction(code), resolveDir: project },
    bundle: true,
    platform: 'node',
    format,
    outfile,
    logLevel: 'error',
    external,
    ...(format === 'esm' && {
      banner: {
        js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
      },
    }),
  })
  return outfile
}

/** With the one line that esbuild needs. */
export async function bundled(project) {
  for (const format of ['esm', 'cjs']) {
    await uploadTo(project, [await bundle(project, format, EXTERNAL)])
  }
}

/** Without that line the app must end at once, naming it. */
export async function leftOut(project) {
  for (const format of ['esm', 'cjs']) {
    const file = await bundle(project, format, ['better-sqlite3'])
    const { code, stderr } = await run(process.execPath, [file], {
      cwd: project,
      timeout: 60_000,
    }).catch((error) => error)
    if (code !== 1 || !stderr.includes("external: ['@stowage/analysis']")) {
      throw new Error(`${format}: ended with ${code}: ${stderr}`)
    }
  }
}

/** What is installed stays where it is. */
export function builtByVite(project) {
  return viteServer(project, { external: ['better-sqlite3'] })
}

/** All in one file but what cannot be. */
export function allInOneByVite(project) {
  return viteServer(project, { noExternal: true, external: EXTERNAL })
}

async function viteServer(project, ssr) {
  const { build } = await import('vite')
  await build({
    root: project,
    configFile: false,
    logLevel: 'error',
    ssr,
    build: { ssr: 'quickstart.mjs', outDir: 'vite', emptyOutDir: true },
  })
  const [built] = (await readdir(path.join(project, 'vite'))).filter((file) =>
    /^quickstart/.test(file),
  )
  await uploadTo(project, [path.join('vite', built)])
}

/** Webpack follows the worker, so it needs no line for it. `folder`: away from the packages, so that what is not in it is not found. */
export async function builtByWebpack(project, folder) {
  const { default: webpack } = await import('webpack')
  const stats = await promisify(webpack)({
    mode: 'production',
    target: 'node20',
    context: project,
    entry: './quickstart.mjs',
    externals: { 'better-sqlite3': 'node-commonjs better-sqlite3' },
    experiments: { outputModule: true },
    output: { path: folder, filename: 'app.mjs', module: true },
  })
  if (stats.hasErrors()) throw new Error(stats.toString('errors-only'))
  await uploadTo(folder, ['app.mjs'])
}

function asFunction(code) {
  const imports = code.match(/^import .*$/gm) ?? []
  const rest = code.replace(/^import .*$/gm, '')
  return `${imports.join('\n')}\n;(async () => {${rest}})()`
}
