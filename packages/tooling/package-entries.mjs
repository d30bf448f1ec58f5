// The entry points of the published packages, from their `exports`.
import path from 'node:path'
import { workspacePackages } from './workspace.mjs'

export const ROOT = path.resolve(import.meta.dirname, '../..')

/** Each with its import specifier and its source file: `@stowage/core/ports`, `…/packages/core/src/ports.ts`. */
export function packageEntries() {
  const published = workspacePackages(ROOT).filter(({ manifest }) => manifest.private !== true)
  return published.flatMap(({ folder, manifest }) =>
    entryKeys(manifest).map((key) => ({
      specifier: path.posix.join(manifest.name, key),
      source: path.join(ROOT, folder, manifest.exports[key]['stowage-source']),
    })),
  )
}

/** The keys of `exports` that are code, such as `.` and `./ports`: not the manifest. */
export function entryKeys(manifest) {
  return Object.keys(manifest.exports).filter((key) => key !== './package.json')
}
