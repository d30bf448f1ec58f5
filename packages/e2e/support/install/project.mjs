import { execFile, execFileSync } from 'node:child_process'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { programOf } from './managers.mjs'

/** What a slim image has of the system: no Python, no make, no compiler. */
const SYSTEM = 'sh env bash cat ls rm mkdir uname dirname basename sed tr'.split(' ')
/** Proxies, certificates and the registry itself. */
const TO_THE_REGISTRY =
  /^(https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|npm_config_registry)$/i
const SCRIPT = `import { openAssetStore } from '@stowage/core'
try {
  const store = await openAssetStore({ directory: './media' })
  const { size } = await store.upload(new TextEncoder().encode('hello'))
  await store.close()
  console.log('stored ' + size)
} catch (error) {
  console.log(error.code + ': ' + error.message)
}
`

/**
 * An empty project on a machine without compilers: `node` is the binary of its Node, `manager` the name of its package
 * manager, `host` where bindings are served. `allowed`: whether the install script of better-sqlite3 may run. Of this machine's environment only the way to the registry reaches it.
 */
export async function createProject(directory, { node, manager, tarballs, host, allowed = true }) {
  const bin = path.join(directory, 'bin')
  const app = path.join(directory, 'app')
  await mkdir(bin, { recursive: true })
  await mkdir(app)
  for (const name of SYSTEM) {
    await symlink(execFileSync('which', [name], { encoding: 'utf8' }).trim(), path.join(bin, name))
  }
  await symlink(node, path.join(bin, 'node'))
  await symlink(await programOf(manager), path.join(bin, manager))
  const specs = Object.fromEntries([...tarballs].map(([name, file]) => [name, `file:${file}`]))
  const { '@stowage/core': core, '@stowage/cli': cli } = specs
  /** pnpm and Yarn run the install scripts that the app allows. */
  const writeManifest = (allows) =>
    writeFile(
      path.join(app, 'package.json'),
      JSON.stringify({
        name: 'app',
        private: true,
        dependencies: { '@stowage/core': core, '@stowage/cli': cli },
        overrides: specs,
        resolutions: specs,
        pnpm: { overrides: specs },
        ...(allows && { dependenciesMeta: { 'better-sqlite3': { built: true } } }),
      }),
    )
  const writePnpmSettings = (allows) =>
    writeFile(
      path.join(app, 'pnpm-workspace.yaml'),
      `packages: []\n${allows ? 'allowBuilds:\n  better-sqlite3: true\n' : ''}`,
    )
  const write = (allows) => Promise.all([writeManifest(allows), writePnpmSettings(allows)])
  await write(allowed)
  await writeFile(path.join(app, 'open.mjs'), SCRIPT)
  if (manager === 'yarn') {
    await writeFile(
      path.join(app, '.yarnrc.yml'),
      'nodeLinker: node-modules\nenableTelemetry: false\n',
    )
    await writeFile(path.join(app, 'yarn.lock'), '')
  }
  const way = Object.entries(process.env).filter(([name]) => TO_THE_REGISTRY.test(name))
  const env = {
    ...Object.fromEntries(way),
    HOME: path.join(directory, 'home'),
    PATH: bin,
    npm_config_better_sqlite3_binary_host: host,
  }

  /** Runs a line as a user would type it. Resolves to what it prints and how it ends, whatever that is. */
  function run(line) {
    const options = { cwd: app, env, maxBuffer: 2 ** 26, timeout: 600_000 }
    return new Promise((resolve) => {
      execFile('/bin/sh', ['-c', line], options, (error, stdout, stderr) =>
        resolve({ code: error ? (error.code ?? error.signal) : 0, output: stdout + stderr }),
      )
    })
  }

  return {
    run,
    /** Allows the install script of better-sqlite3. */
    allow: () => write(true),
    async install() {
      const { code, output } = await run(`${manager} install`)
      if (code !== 0) throw new Error(`${manager} install: ${code}\n${output}`)
      return output
    },
    open: async () => (await run('node open.mjs')).output.trim(),
    doctor: async () => (await run('node node_modules/@stowage/cli/dist/stowage.js doctor')).output,
  }
}
