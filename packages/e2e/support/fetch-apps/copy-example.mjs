import { cp, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { neededTarballs } from '../packaging/needed-tarballs.mjs'

const EXAMPLES = fileURLToPath(new URL('../../../../examples', import.meta.url))
/** What an install, a build or a run leaves at the top of an example. */
const MADE = new Set(['node_modules', '.next', '.svelte-kit', 'build', 'media'])

/** Copies the sources of an example to `directory`. Its manifest names the tarballs in place of the workspace. */
export async function copyExample(example, directory, tarballs) {
  const from = path.join(EXAMPLES, example)
  await cp(from, directory, {
    recursive: true,
    filter: (source) => !MADE.has(path.relative(from, source)),
  })
  const file = path.join(directory, 'package.json')
  const manifest = JSON.parse(await readFile(file, 'utf8'))
  const named = Object.keys(manifest.dependencies).filter((name) => tarballs.has(name))
  for (const name of neededTarballs(named, tarballs)) {
    manifest.dependencies[name] = `file:${tarballs.get(name).file}`
  }
  await writeFile(file, JSON.stringify(manifest, null, 2))
}
