import { execFileSync } from 'node:child_process'

/** The path of the first of these programs; of Debian's package where there is none and we may install; else `undefined`. */
export function installedProgram(names, debianPackage) {
  return find(names) ?? (installed(debianPackage) ? find(names) : undefined)
}

function find(names) {
  for (const name of names) {
    const path = output('which', name)?.trim()
    if (path) return path
  }
}

function installed(debianPackage) {
  if (process.getuid?.() !== 0) return false
  const args = ['install', '--yes', '--no-install-recommends', debianPackage]
  return output('apt-get', ...args) !== undefined
}

function output(command, ...args) {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return undefined
  }
}
