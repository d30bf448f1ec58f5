import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sh } from '../packaging/shell.mjs'
import { giveSqliteBinding } from '../packaging/sqlite-binding.mjs'
import { copyExample } from './copy-example.mjs'
import { driveCut, driveWhole } from './drive-proxied.mjs'
import { driveSlashed } from './drive-slashed.mjs'

const GUIDE = new URL('../../../../docs/guides/next.md', import.meta.url)
const CREATE_KEY = ['create-key.js', 'e2e']
/**
 * Of each example: how it is built, what makes a key, and the page on which the app shows how many files it has. `build`
 * puts all that a server needs into the folder `clean`, and resolves to what starts it there. `proxied` are builds that
 * have a middleware before the adapter: each says what it does with large bodies, and has a drive of its own.
 */
export const APPS = {
  hono: {
    title: 'Hono',
    builds: { node: asItIs },
    newKey: ['server.js', '--new-key', 'e2e'],
    page: { path: '/health', shows: (total) => `{"assets":${total}}` },
  },
  next: {
    title: 'Next.js standalone',
    builds: {
      turbopack: (app, clean) => nextStandalone(app, clean, 'turbopack', ''),
      webpack: (app, clean) =>
        nextStandalone(app, clean, 'webpack', "serverExternalPackages: ['@stowage/analysis'],"),
    },
    proxied: {
      'proxy.ts': {
        does: 'a body of 20 MB, which Next cuts, is refused',
        build: (app, clean) => nextProxied(app, clean, '/:path*', ''),
        drive: driveCut,
      },
      'proxy.ts, limit raised as the guide says': {
        does: 'a body of 20 MB is stored whole',
        build: async (app, clean) => nextProxied(app, clean, '/:path*', await raisedLimit()),
        drive: driveWhole,
      },
      'proxy.ts, path left out of its matcher, trailingSlash': {
        does: 'a path that ends with a slash is the same route, and a body of 20 MB is stored whole',
        build: (app, clean) => nextProxied(app, clean, '/((?!media/).*)', 'trailingSlash: true,'),
        drive: driveSlashedAndWhole,
      },
    },
    newKey: CREATE_KEY,
    page: { path: '/', shows: (total) => `<h1>${total} files</h1>` },
  },
  sveltekit: {
    title: 'SvelteKit',
    builds: { vite: svelteKit },
    newKey: CREATE_KEY,
    page: { path: '/', shows: (total) => `<h1>${total} files</h1>` },
  },
}

/** Copies the sources of an example to `app` and installs what it needs, from the tarballs what is ours. */
export async function installExample(example, app, tarballs) {
  await copyExample(example, app, tarballs)
  await install(app)
}

async function install(project, ...flags) {
  const quietly = ['--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts']
  await sh(project, 'npm', 'install', ...quietly, ...flags)
  await giveSqliteBinding(project)
}

async function asItIs(app, clean) {
  await cp(app, clean, { recursive: true, verbatimSymlinks: true })
  return ({ port, origin, media }) => ({
    command: [process.execPath, 'server.js'],
    env: { PORT: port, STOWAGE_DIRECTORY: media, STOWAGE_BASE_URL: `${origin}/media` },
  })
}

/** Next.js puts all that its server needs into one folder. */
async function nextStandalone(app, clean, bundler, line) {
  await rm(path.join(app, '.next'), { recursive: true, force: true })
  await writeFile(
    path.join(app, 'next.config.mjs'),
    // As in the example, without the two lines that name the workspace.
    `export default { output: 'standalone', ${line} }\n`,
  )
  await sh(
    app,
    'env',
    'NEXT_TELEMETRY_DISABLED=1',
    'npm',
    'run',
    'build',
    '--ignore-scripts',
    '--',
    `--${bundler}`,
  )
  // Links stay as they are: they must lead to what was copied.
  await cp(path.join(app, '.next', 'standalone'), clean, {
    recursive: true,
    verbatimSymlinks: true,
  })
  return ({ port, origin, media }) => ({
    command: [process.execPath, 'server.js'],
    env: {
      NODE_ENV: 'production',
      PORT: port,
      HOSTNAME: '127.0.0.1',
      STOWAGE_DIRECTORY: media,
      STOWAGE_BASE_URL: `${origin}/media`,
    },
  })
}

/** With a `proxy.ts` of the app that hands on what matches. */
async function nextProxied(app, clean, matcher, line) {
  const lines = [
    "import { NextResponse } from 'next/server'",
    'export const proxy = () => NextResponse.next()',
    `export const config = { matcher: '${matcher}' }`,
  ]
  await writeFile(path.join(app, 'proxy.ts'), `${lines.join('\n')}\n`)
  return nextStandalone(app, clean, 'turbopack', line)
}

/** Sends the large body where no redirect is in its way. */
async function driveSlashedAndWhole(client, { send, ...others }) {
  const slashed = await driveSlashed(client, { send, ...others })
  const sendSlashed = (method, route, ...request) => send(method, `${route}/`, ...request)
  return `${slashed}; ${await driveWhole(client, { send: sendSlashed, ...others })}`
}

/** What the guide says to do about bodies that a proxy cuts. */
async function raisedLimit() {
  const said = /raise `experimental\.(\w+)` in `next\.config\.js` \(`('\w+')`\)/
  const [, option, value] = said.exec(await readFile(GUIDE, 'utf8')) ?? []
  if (option === undefined) throw new Error('The guide no longer says how to raise the limit')
  return `experimental: { ${option}: ${value} },`
}

/** The adapter's server needs the dependencies of production beside it. */
async function svelteKit(app, clean) {
  await sh(app, 'npm', 'run', 'build', '--ignore-scripts')
  await mkdir(clean)
  await cp(path.join(app, 'build'), path.join(clean, 'build'), { recursive: true })
  await cp(path.join(app, 'package.json'), path.join(clean, 'package.json'))
  await install(clean, '--omit=dev')
  return ({ port, origin, media }) => ({
    command: [process.execPath, 'build/index.js'],
    env: {
      PORT: port,
      HOST: '127.0.0.1',
      ORIGIN: origin,
      BODY_SIZE_LIMIT: 'Infinity',
      STOWAGE_DIRECTORY: media,
    },
  })
}
