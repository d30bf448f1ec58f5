import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const CACHE = fileURLToPath(new URL('../.cache/node24', import.meta.url))

/** Node's own npm package for this machine, kept beside this package between runs. */
export async function node24() {
  const name = `node-${process.platform}-${process.arch}`
  const binary = path.join(CACHE, 'node_modules', name, 'bin', 'node')
  if (!existsSync(binary)) {
    await mkdir(CACHE, { recursive: true })
    const install = ['install', '--prefix', CACHE, '--no-save', '--no-package-lock', `${name}@24`]
    execFileSync('npm', install, { stdio: 'inherit' })
  }
  return binary
}
