// Bundles the app and the picker for browsers: minified, without any other host, with names that follow the content.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { licences } from '../../tooling/licences.mjs'
import { compressed, TERSER } from './compressed.mjs'

export const FOLDER = path.resolve(import.meta.dirname, '..')
const APP = path.join(FOLDER, 'src/app')

const TYPES = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
}

const OPTIONS = {
  bundle: true,
  minify: true,
  write: false,
  metafile: true,
  format: 'esm',
  platform: 'browser',
  // Browsers that have popovers, which the page opens its filters in.
  target: ['es2022', 'chrome123', 'firefox125', 'safari17.5'],
  conditions: ['stowage-source'],
  define: { 'process.env.NODE_ENV': '"production"' },
  charset: 'utf8',
  legalComments: 'none',
  outdir: path.join(FOLDER, 'page'),
  absWorkingDir: FOLDER,
}

/**
 * Resolves to `files` and `entry`, as `page-files.d.mts` describes them. `isFinal`: as small as it gets, which takes some
 * seconds more.
 */
export async function bundlePage({ isFinal = false } = {}) {
  const app = await build({
    ...OPTIONS,
    // Names follow what is before Terser, so its version has a part in them.
    banner: { js: isFinal ? `/* ${TERSER} */` : '' },
    entryPoints: { app: path.join(APP, 'main.tsx') },
    splitting: true,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    jsx: 'automatic',
    jsxImportSource: 'preact',
  })
  const picker = await build({
    ...OPTIONS,
    entryPoints: { picker: path.join(FOLDER, 'src/picker/index.ts') },
  })
  const texts = isFinal ? await compressed(app.outputFiles) : app.outputFiles
  const icon = readFileSync(path.join(APP, 'icon.svg'))
  const iconName = `icon-${digestOf(icon).slice(0, 8)}.svg`
  const notices = Buffer.from(licences(inputsOf(app, picker)))
  return {
    files: [
      ...texts.map(({ path: file, contents }) => fileOf(path.basename(file), contents)),
      ...picker.outputFiles.map(({ contents }) => fileOf('picker.js', contents, false)),
      fileOf(iconName, icon),
      fileOf('licenses.txt', notices, false),
    ],
    entry: { ...entryOf(app.metafile), icon: iconName },
  }
}

function entryOf({ outputs }) {
  const [[script, { imports, cssBundle }]] = Object.entries(outputs).filter(
    ([name, output]) => output.entryPoint && name.endsWith('.js'),
  )
  const preloads = imports.filter(({ kind }) => kind === 'import-statement')
  return {
    script: path.basename(script),
    styles: cssBundle === undefined ? [] : [path.basename(cssBundle)],
    preloads: preloads.map((each) => path.basename(each.path)),
  }
}

function inputsOf(...results) {
  return results.flatMap(({ metafile }) =>
    Object.keys(metafile.inputs).map((file) => path.resolve(FOLDER, file)),
  )
}

function fileOf(name, contents, isHashed = true) {
  return {
    name,
    type: TYPES[path.extname(name)],
    digest: digestOf(contents).slice(0, 32),
    isHashed,
    gzip: gzipSync(contents, { level: 9 }).toString('base64'),
  }
}

function digestOf(contents) {
  return createHash('sha256').update(contents).digest('hex')
}
