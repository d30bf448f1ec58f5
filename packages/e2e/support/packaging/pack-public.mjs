import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { packCommand, publicPackages, tarballIn } from '../../../tooling/workspace.mjs'
import { sh } from './shell.mjs'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))

/**
 * Packs every public package into `directory`. Resolves to `tarballs`, by name the file and the manifest of each, and
 * to the `packageManager` that packed them.
 */
export async function packPublic(directory) {
  const { packageManager } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'))
  const packages = publicPackages(ROOT)
  await sh(ROOT, 'sh', '-c', packCommand([...packages.keys()], packageManager, directory))
  const tarballs = new Map(
    [...packages].map(([name, each]) => [
      name,
      { file: tarballIn(directory, each), manifest: each.manifest },
    ]),
  )
  return { tarballs, packageManager }
}
