import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Node's own npm package of a version (`24`, `18.20.8`) for this machine, kept beside this package between runs. */
export async function nodeOf(version) {
  const cache = fileURLToPath(new URL(`../.cache/node${version}`, import.meta.url))
  const name = `node-${process.platform}-${process.arch}`
  const binary = path.join(cache, 'node_modules', name, 'bin', 'node')
  if (!existsSync(binary)) {
    await mkdir(cache, { recursive: true })
    const flags = ['--no-save', '--no-package-lock']
    execFileSync('npm', ['install', '--prefix', cache, ...flags, `${name}@${version}`], {
      stdio: 'inherit',
    })
  }
  return binary
}
