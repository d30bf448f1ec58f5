import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The packages that `pnpm-workspace.yaml` below `root` names: `name`, `folder` relative to `root`, and `manifest`. */
export function workspacePackages(root) {
  const text = readFileSync(path.join(root, 'pnpm-workspace.yaml'), 'utf8')
  const parents = [...text.matchAll(/^ {2}- ["']?([\w-]+)\/\*["']?$/gm)].map(([, parent]) => parent)
  return parents
    .filter((parent) => existsSync(path.join(root, parent)))
    .flatMap((parent) => readdirSync(path.join(root, parent)).map((name) => `${parent}/${name}`))
    .filter((folder) => existsSync(path.join(root, folder, 'package.json')))
    .sort()
    .map((folder) => {
      const manifest = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'))
      return { name: manifest.name, folder, manifest }
    })
}

/** The public ones among them, by name. */
export function publicPackages(root) {
  return new Map(
    workspacePackages(root)
      .filter(({ folder, manifest }) => folder.startsWith('packages/') && !manifest.private)
      .map((each) => [each.name, each]),
  )
}

/** The command that packs these packages into the folder `into`, all in one run. */
export function packCommand(names, packageManager, into) {
  const filters = names.map((name) => `--filter ${name}`).join(' ')
  return `npx --yes ${packageManager} --recursive ${filters} pack --pack-destination "${into}"`
}

/** The file that a package is packed into. */
export function tarballIn(into, { name, manifest }) {
  return path.join(into, `${name.replace('@', '').replace('/', '-')}-${manifest.version}.tgz`)
}
