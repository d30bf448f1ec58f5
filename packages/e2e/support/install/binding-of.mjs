import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sh } from '../packaging/shell.mjs'

const OURS = path.dirname(createRequire(import.meta.url).resolve('better-sqlite3/package.json'))
const BINDING = 'build/Release/better_sqlite3.node'

/** The version of better-sqlite3 that the workspace has. */
export const SQLITE_VERSION = JSON.parse(
  await readFile(path.join(OURS, 'package.json'), 'utf8'),
).version

/**
 * A binding of better-sqlite3 for the Node whose binary is `node`: the workspace's where it fits, else one compiled with
 * the headers of npm's package of that Node. Compiling takes minutes; the result is kept beside this package.
 */
export async function bindingOf(node) {
  const abi = await abiOf(node)
  if (abi === process.versions.modules) return path.join(OURS, BINDING)
  const cache = fileURLToPath(new URL('../../.cache/bindings', import.meta.url))
  const kept = path.join(cache, `better-sqlite3-${SQLITE_VERSION}-v${abi}.node`)
  if (!existsSync(kept)) await compile(node, kept)
  return kept
}

/** The number by which a binding names the Node it is for. */
export async function abiOf(node) {
  return (await sh('.', node, '-p', 'process.versions.modules')).stdout.trim()
}

async function compile(node, into) {
  const work = await mkdtemp(path.join(tmpdir(), 'stowage-binding-'))
  try {
    for (const part of ['package.json', 'binding.gyp', 'deps', 'src']) {
      await cp(path.join(OURS, part), path.join(work, part), { recursive: true, dereference: true })
    }
    // Not `npm root --global`: within a script of npm that is of the package that runs it.
    const npm = (await sh(work, 'sh', '-c', 'readlink -f "$(command -v npm)"')).stdout.trim()
    const gyp = path.resolve(npm, '../../node_modules/node-gyp/bin/node-gyp.js')
    const headers = path.resolve(node, '../..')
    // What npm's own configuration names would win over the option: headers of the Node that the machine has.
    const build = [node, gyp, 'rebuild', '--release', `--nodedir=${headers}`]
    await sh(work, 'env', '-u', 'npm_config_nodedir', ...build)
    await mkdir(path.dirname(into), { recursive: true })
    await cp(path.join(work, BINDING), `${into}.part`)
    await rename(`${into}.part`, into)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}
