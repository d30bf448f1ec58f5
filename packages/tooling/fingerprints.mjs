import { readFileSync } from 'node:fs'
import path from 'node:path'
import { digestOf, fileDigest, filesBelow } from './digest.mjs'

const CONFIGS = ['packages/tooling/tsup.config.ts', 'packages/tooling/tsup.browser.config.ts']

/**
 * For each public package with a `build` script, by name: `folder`, `script`, the packages that it `needs`, and the
 * `fingerprint` of everything that its build reads: its manifest and sources, those of the packages that it needs, the
 * tools' configuration and the lockfile.
 */
export function fingerprints(root, packages) {
  const built = new Map(
    packages
      .filter(({ manifest: { scripts, private: isApp } }) => scripts?.build && !isApp)
      .map((each) => [each.name, each]),
  )
  const tools = digestOf(
    [...toolFiles(root), 'tsconfig.json', 'package.json', 'pnpm-lock.yaml'].map((file) =>
      fileDigest(root, file),
    ),
  )
  const found = new Map()
  const find = (name) => {
    const known = found.get(name)
    if (known !== undefined) return known
    const { folder, manifest } = built.get(name)
    const needs = neededBy(manifest).filter((other) => built.has(other))
    const sources = ['src', 'bundler']
      .flatMap((room) => filesBelow(root, `${folder}/${room}`))
      .filter((file) => !/\.test\.ts$/.test(file))
    const fingerprint = digestOf([
      process.version,
      tools,
      fileDigest(root, `${folder}/package.json`),
      ...sources.map((file) => fileDigest(root, file)),
      ...needs.map((other) => find(other).fingerprint),
    ])
    const all = { name, folder, script: manifest.scripts.build, needs, fingerprint }
    found.set(name, all)
    return all
  }
  for (const name of built.keys()) find(name)
  return found
}

/** The names of all packages that this one lists, sorted. */
export function neededBy({
  dependencies,
  devDependencies,
  optionalDependencies,
  peerDependencies,
}) {
  const lists = [dependencies, devDependencies, optionalDependencies, peerDependencies]
  return [...new Set(lists.flatMap((list) => Object.keys(list ?? {})))].sort()
}

/** The configuration of the build, and the files next to it that it imports. */
function toolFiles(root) {
  const files = [...CONFIGS]
  for (const file of files) {
    const text = readFileSync(path.join(root, file), 'utf8')
    for (const [, request] of text.matchAll(/^(?:import|export)\b[^'"]*['"](\.[^'"]+)['"]/gm)) {
      const other = path.join(path.dirname(file), request)
      if (!files.includes(other)) files.push(other)
    }
  }
  return files
}
