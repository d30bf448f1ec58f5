import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sh } from './shell.mjs'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))

/**
 * Packs every public package into `directory`. Resolves to `tarballs`, by name the file and the manifest of each, and
 * to the `packageManager` that packed them.
 */
export async function packPublic(directory) {
  const { packageManager } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'))
  const tarballs = new Map()
  for (const folder of await readdir(path.join(ROOT, 'packages'))) {
    const at = path.join(ROOT, 'packages', folder)
    const text = await readFile(path.join(at, 'package.json'), 'utf8').catch(() => null)
    if (text === null || JSON.parse(text).private) continue
    const manifest = JSON.parse(text)
    const pack = ['pack', '--json', '--pack-destination', directory]
    const { stdout } = await sh(at, 'npx', '--yes', packageManager, ...pack)
    tarballs.set(manifest.name, {
      file: path.resolve(directory, JSON.parse(stdout).filename),
      manifest,
    })
  }
  return { tarballs, packageManager }
}
