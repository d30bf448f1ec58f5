import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import ts from 'typescript'
import { freePort } from '../../tooling/ports.mjs'
import { neededTarballs } from './packaging/needed-tarballs.mjs'

const run = promisify(execFile)

/** What `curl` says of a refusal is the guide's to show. Keys and answers go on from block to block. */
const PRELUDE = `set -euo pipefail
curl() { command curl --silent --show-error --max-time 60 "$@"; }
pnpm() { npx --yes "$PNPM" "$@"; }
npm_install() {
  npm install --no-audit --no-fund --prefer-offline --ignore-scripts "$@"
  rm -rf node_modules/better-sqlite3 && cp -rL "$BETTER_SQLITE3" node_modules/better-sqlite3
}
`
/** SQLite's binding as it was built for this repository: a build for each page would take minutes. */
const BETTER_SQLITE3 = fileURLToPath(new URL('../node_modules/better-sqlite3', import.meta.url))

/** Whether this Node runs TypeScript itself. An older one gets the JavaScript that it stands for. */
const RUNS_TYPESCRIPT = Boolean(process.features.typescript)
const NODE_RUNS = /\bnode ((?:--\S+ )*[\w./-]+)\.mts\b/g

/**
 * An empty directory in which the blocks of a guide are run as its reader would. `tarballs` are the packed packages by
 * name. What a guide installs from us comes from there, with what those need of us; everything else is the registry's.
 */
export async function createGuideProject(directory, { tarballs, packageManager }) {
  const port = String(await freePort())
  const overrides = Object.fromEntries(
    [...tarballs].map(([name, { file }]) => [name, `file:${file}`]),
  )
  const environment = { ...process.env, PNPM: packageManager, BETTER_SQLITE3 }
  let server
  await mkdir(directory, { recursive: true })
  await writeFile(
    path.join(directory, 'package.json'),
    JSON.stringify({ private: true, pnpm: { overrides } }),
  )

  /** Replaces the port, our names after `install` or `add` by tarballs, and what an older Node cannot run. */
  function localized(code) {
    const runnable = RUNS_TYPESCRIPT ? code : code.replace(NODE_RUNS, 'node $1.mjs')
    return runnable.replaceAll('3000', port).replace(/^((?:npm install|pnpm add) .*?)$/gm, (line) =>
      line
        .split(' ')
        .flatMap((word) => (tarballs.has(word) ? filesNeededBy(word) : [word]))
        .join(' ')
        .replace(/^npm install/, 'npm_install'),
    )
  }

  function filesNeededBy(name) {
    return neededTarballs([name], tarballs).map((each) => tarballs.get(each).file)
  }

  return {
    async write({ file, info, code }) {
      const target = path.join(directory, file)
      await mkdir(path.dirname(target), { recursive: true })
      if (file === 'package.json') return mergeJson(target, code)
      const text = localized(code)
      if (info[0] !== 'ts') return writeFile(target, text)
      const compilerOptions = {
        module: ts.ModuleKind.ESNext,
        target: ts.ScriptTarget.ES2022,
        experimentalDecorators: true,
        emitDecoratorMetadata: true,
        rewriteRelativeImportExtensions: true,
      }
      const { outputText } = ts.transpileModule(text, { compilerOptions })
      if (file.endsWith('.mts')) {
        // Commands of the guide may also send the file itself.
        await writeFile(target, text)
        return writeFile(target.replace(/\.mts$/, '.mjs'), outputText)
      }
      await mergeJson(path.join(directory, 'package.json'), '{ "type": "module" }')
      return writeFile(target.replace(/\.ts$/, '.js'), outputText)
    },

    /** Runs shell lines; resolves to what they print. Variables that they set are there for the next ones. */
    async shell(code) {
      const script = `${PRELUDE}[ -f .state ] && . ./.state\n${localized(code)}\ndeclare -p TOKEN KEY BASE AUTH JSON URL FILE ID PRESS YEAR 2>/dev/null | sed 's/^declare -[^ ]*/declare --/' > .state || true; declare -f find change >> .state || true\n`
      const { stdout, stderr } = await run('bash', ['-c', script], {
        cwd: directory,
        env: environment,
        maxBuffer: 2 ** 26,
        timeout: 1_800_000,
      }).catch((error) => {
        throw new Error(`${code}\n${error.stdout}\n${error.stderr}`)
      })
      return stdout + stderr
    },

    /** Starts a server and waits until it listens. A key that it prints becomes `TOKEN`. */
    async start(code) {
      await this.stop()
      // A group of its own: what it starts ends with it.
      server = spawn('bash', ['-c', localized(code)], {
        cwd: directory,
        env: environment,
        detached: true,
      })
      let output = ''
      const said = (text) => {
        output += text
      }
      server.stdout.setEncoding('utf8').on('data', said)
      server.stderr.setEncoding('utf8').on('data', said)
      const ended = once(server, 'exit').then(() => {
        throw new Error(`The server ended: ${output}`)
      })
      ended.catch(() => {})
      while (!(await answers(port))) {
        if (server.exitCode !== null) await ended
      }
      const [token] = /stw_\w+/.exec(output) ?? []
      if (token !== undefined) {
        await writeFile(path.join(directory, '.state'), `TOKEN=${token}\n`)
      }
    },

    async stop() {
      if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
      process.kill(-server.pid, 'SIGKILL')
      await once(server, 'exit')
    },
  }
}

async function mergeJson(file, code) {
  const json = code.replace(/^\/\/.*$/gm, '')
  const manifest = { ...JSON.parse(await readFile(file, 'utf8')), ...JSON.parse(json) }
  await writeFile(file, JSON.stringify(manifest))
}

/** Any answer is one. */
function answers(port) {
  return fetch(`http://127.0.0.1:${port}/`).then(
    (response) => response.arrayBuffer().then(() => true),
    () => new Promise((resolve) => setTimeout(resolve, 100, false)),
  )
}
