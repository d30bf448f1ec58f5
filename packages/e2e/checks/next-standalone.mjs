// Builds a Next.js app with `output: 'standalone'` that embeds Stowage, in a directory that holds only what npm installs.
// Copies the output to a place without node_modules, starts it there, and uses it. The output must include SQLite's
// library, and the worker of `@stowage/analysis` with its libraries.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { checkLibraryFacts } from '../support/library-files.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const run = promisify(execFile)
const PACKAGES = fileURLToPath(new URL('../..', import.meta.url))
const ENVIRONMENT = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' }

/** Turbopack follows workers without configuration. */
const LINES = { turbopack: '', webpack: "serverExternalPackages: ['@stowage/analysis']," }

const APP = {
  'app/layout.js': `export default function Layout({ children }) {
    return <html><body>{children}</body></html>
  }`,
  'app/page.js': `export default function Page() { return <p>media</p> }`,
  'app/media/route.js': `import { openAssetStore } from '@stowage/core'
    let store
    const opened = () => (store ??= openAssetStore({ directory: process.env.MEDIA }))
    export const dynamic = 'force-dynamic'
    export async function POST(request) {
      const bytes = new Uint8Array(await request.arrayBuffer())
      const name = new URL(request.url).searchParams.get('name')
      return Response.json(await (await opened()).upload(bytes, { name }))
    }
    export async function GET(request) {
      const file = await (await opened()).read(new URL(request.url).searchParams.get('id'))
      return new Response(await file.bytes(), { headers: { 'content-type': file.mimeType } })
    }`,
}

const report = createReport('next-standalone: a standalone build of Next.js')
await report.run(() => withTemporaryDirectory(check))

async function check(directory) {
  const app = path.join(directory, 'app')
  const copy = path.join(directory, 'copy')
  await report.step('npm installs the packages and Next.js into an empty directory', () =>
    install(app, directory),
  )
  for (const [bundler, line] of Object.entries(LINES)) {
    await report.step(`built with ${bundler}, an app stores and serves files`, async () => {
      await writeFile(
        path.join(app, 'next.config.mjs'),
        `export default { output: 'standalone', turbopack: { root: import.meta.dirname }, ${line} }`,
      )
      await rm(path.join(app, '.next'), { recursive: true, force: true })
      await rm(copy, { recursive: true, force: true })
      await run('npx', ['next', 'build', `--${bundler}`], { cwd: app, env: ENVIRONMENT })
      // Links stay as they are: they must lead to what was copied.
      await cp(path.join(app, '.next', 'standalone'), copy, {
        recursive: true,
        verbatimSymlinks: true,
      })
      await use(copy, path.join(directory, bundler))
    })
  }
}

async function install(app, directory) {
  for (const [name, code] of Object.entries(APP)) {
    await mkdir(path.dirname(path.join(app, name)), { recursive: true })
    await writeFile(path.join(app, name), code)
  }
  const { next, react, 'react-dom': dom } = (await manifestOf('e2e')).devDependencies
  const dependencies = { next, react, 'react-dom': dom }
  for (const name of ['analysis', 'core']) {
    dependencies[`@stowage/${name}`] = `file:${await pack(name, directory)}`
  }
  await writeFile(
    path.join(app, 'package.json'),
    JSON.stringify({ private: true, type: 'module', dependencies }),
  )
  await run('npm', ['install', '--no-audit', '--no-fund'], { cwd: app })
}

async function pack(name, directory) {
  const { packageManager } = JSON.parse(
    await readFile(path.join(PACKAGES, '..', 'package.json'), 'utf8'),
  )
  const args = ['--yes', packageManager, 'pack', '--json', '--pack-destination', directory]
  const { stdout } = await run('npx', args, { cwd: path.join(PACKAGES, name) })
  return path.resolve(directory, JSON.parse(stdout).filename)
}

async function manifestOf(name) {
  return JSON.parse(await readFile(path.join(PACKAGES, name, 'package.json'), 'utf8'))
}

async function use(app, media) {
  if (!(await readdir(app)).includes('server.js')) throw new Error('The build made no server.')
  const server = spawn(process.execPath, ['server.js'], {
    cwd: app,
    env: { ...ENVIRONMENT, PORT: '0', HOSTNAME: '127.0.0.1', MEDIA: media },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const address = `${await originOf(server)}/media`
    const upload = async (name, body) => {
      const stored = await fetch(`${address}?name=${name}`, { method: 'POST', body })
      if (!stored.ok) throw new Error(`The upload was answered with ${stored.status}.`)
      return stored.json()
    }
    await checkLibraryFacts(upload)
    const { id } = await upload('hello.txt', 'hello')
    const file = await fetch(`${address}?id=${id}`)
    if ((await file.text()) !== 'hello') throw new Error('Other bytes came back.')
    if (file.headers.get('content-type') !== 'text/plain') throw new Error('The type is wrong.')
  } finally {
    server.kill()
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
  }
}

/** Next says where it listens. */
async function originOf(server) {
  for await (const line of createInterface(server.stdout)) {
    const [origin] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? []
    if (origin !== undefined) return origin
  }
  throw new Error('The server ended before it listened.')
}
