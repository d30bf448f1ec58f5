// Builds the examples of the frameworks that speak the Fetch API from the packed packages, outside the repository. Starts
// each from a folder that has only what its README tells to deploy, and drives it with the packed `@stowage/client`. With
// Next.js that folder must include SQLite's library, and the worker of `@stowage/analysis` with its libraries. Behind a
// `proxy.ts`, which Next hands only the first 10 MB of a body, uploads are refused or, as the guide says, stored whole.
//
//   node fetch-apps.mjs             all
//   node fetch-apps.mjs hono next   these
import { mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { freePort } from '../../tooling/ports.mjs'
import { APPS, installExample } from '../support/fetch-apps/apps.mjs'
import { drive } from '../support/fetch-apps/drive.mjs'
import { startApp } from '../support/fetch-apps/running-app.mjs'
import { packPublic } from '../support/packaging/pack-public.mjs'
import { sh } from '../support/packaging/shell.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const named = process.argv.slice(2)
const report = createReport('fetch-apps: apps of fetch frameworks, driven by the client')
await report.run(() => withTemporaryDirectory(check))

async function check(directory) {
  const { tarballs } = await packPublic(directory)
  const client = await installClient(path.join(directory, 'client'), tarballs)
  for (const name of named.length > 0 ? named : Object.keys(APPS)) {
    const { title, builds, proxied = {}, ...facts } = APPS[name]
    const app = path.join(directory, name)
    await report.step(`${title}: npm installs the example with the packed packages`, () =>
      installExample(name, app, tarballs),
    )
    const ways = { ...drivenByClient(builds), ...proxied }
    for (const [way, { does, build, drive }] of Object.entries(ways)) {
      await report.step(`${title}, ${way}: ${does}`, async () => {
        const folder = path.join(directory, `${name}-${way.replace(/\W+/g, '-')}`)
        const clean = `${folder}-clean`
        const start = await build(app, clean)
        return use(client, drive, { ...facts, app, clean, start, media: `${folder}-media` })
      })
    }
  }
}

function drivenByClient(builds) {
  const does = 'the app does all that the client asks'
  return Object.fromEntries(
    Object.entries(builds).map(([way, build]) => [way, { does, build, drive }]),
  )
}

async function installClient(directory, tarballs) {
  await mkdir(directory)
  await writeFile(path.join(directory, 'package.json'), '{ "private": true }')
  const { file } = tarballs.get('@stowage/client')
  await sh(directory, 'npm', 'install', '--no-audit', '--no-fund', file)
  const entry = createRequire(path.join(directory, 'package.json')).resolve('@stowage/client')
  return import(pathToFileURL(entry))
}

async function use({ createClient, isApiClientError }, drive, app) {
  const port = String(await freePort())
  const origin = `http://127.0.0.1:${port}`
  const { command, env } = app.start({ port, origin, media: app.media })
  const running = await startApp(origin, command, {
    cwd: app.clean,
    env: { ...process.env, ...env },
  })
  try {
    const token = await createKey(app)
    const page = (options) => createClient({ baseUrl: `${origin}/media`, ...options })
    const client = page({ token })
    const send = (...request) => sendRaw(`${origin}/media/api/v1`, token, ...request)
    const done = await drive(client, { page, isApiClientError, send })
    const { total } = (await client.list()).meta
    await checkPage(`${origin}${app.page.path}`, app.page.shows(total))
    return done
  } catch (error) {
    throw new Error(`${error.stack}\n${running.output()}`)
  } finally {
    await running.stop()
  }
}

/** Nothing is retried. */
async function sendRaw(api, token, method, route, body, others = {}) {
  const headers = { authorization: `Bearer ${token}`, ...others }
  const answer = await fetch(`${api}/${route}`, { method, headers, body, duplex: 'half' })
  return { status: answer.status, json: await answer.json() }
}

/** While the app runs, as its README says. */
async function createKey({ app, newKey, media }) {
  const { stdout } = await sh(app, 'env', `STOWAGE_DIRECTORY=${media}`, 'node', ...newKey)
  return /stw_\w+/.exec(stdout)[0]
}

/** React puts comments between texts. */
async function checkPage(url, expected) {
  const shown = (await (await fetch(url)).text()).replace(/<!--.*?-->/g, '')
  if (!shown.includes(expected)) throw new Error(`${url} shows no ${expected} but ${shown}`)
}
