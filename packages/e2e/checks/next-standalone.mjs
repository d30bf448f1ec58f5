// A Next.js app with `output: 'standalone'` that keeps its files with us: built, its output copied to where
// no node_modules are, started there, and used. SQLite's library must have come along.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { checkLibraryFacts } from '../support/library-files.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const run = promisify(execFile)
const E2E = fileURLToPath(new URL('..', import.meta.url))
const ROOT = path.resolve(E2E, '../..')
const NEXT = path.join(E2E, 'node_modules', 'next', 'dist', 'bin', 'next')
const ENVIRONMENT = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' }

const APP = {
  'package.json': '{ "private": true, "type": "module" }',
  'next.config.mjs': `export default {
    output: 'standalone',
    outputFileTracingRoot: ${JSON.stringify(ROOT)},
    turbopack: { root: ${JSON.stringify(ROOT)} },
  }`,
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
  // Within the workspace: there its packages are found.
  const parent = path.join(E2E, '.cache')
  await mkdir(parent, { recursive: true })
  const app = await mkdtemp(path.join(parent, 'next-'))
  const copy = path.join(directory, 'copy')
  try {
    for (const [name, code] of Object.entries(APP)) {
      await mkdir(path.dirname(path.join(app, name)), { recursive: true })
      await writeFile(path.join(app, name), code)
    }
    for (const bundler of ['--turbopack', '--webpack']) {
      await report.step(
        `built with ${bundler.slice(2)}, an app stores and serves files`,
        async () => {
          await rm(path.join(app, '.next'), { recursive: true, force: true })
          await rm(copy, { recursive: true, force: true })
          await run(process.execPath, [NEXT, 'build', bundler], { cwd: app, env: ENVIRONMENT })
          // Links stay as they are: they must lead to what was copied.
          await cp(path.join(app, '.next', 'standalone'), copy, {
            recursive: true,
            verbatimSymlinks: true,
          })
          await use(path.join(copy, path.relative(ROOT, app)), path.join(directory, bundler))
        },
      )
    }
  } finally {
    await rm(app, { recursive: true, force: true })
  }
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
