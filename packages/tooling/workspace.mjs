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
