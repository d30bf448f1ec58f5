// The entry points of the published packages, from their `exports`.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export const ROOT = path.resolve(import.meta.dirname, '../..')

/** Each with its import specifier and its source file: `@stowage/core/ports`, `…/packages/core/src/ports.ts`. */
export function packageEntries() {
  return readdirSync(path.join(ROOT, 'packages')).flatMap((folder) => {
    const within = path.join(ROOT, 'packages', folder)
    const manifest = JSON.parse(readFileSync(path.join(within, 'package.json'), 'utf8'))
    if (manifest.private === true) return []
    return Object.entries(manifest.exports).map(([key, entry]) => ({
      specifier: path.posix.join(manifest.name, key),
      source: path.join(within, entry['stowage-source']),
    }))
  })
}
