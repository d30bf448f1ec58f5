import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createClient } from '@stowage/client'
import { freePorts } from '../../../tooling/ports.mjs'
import { buildPages } from './build-pages.mjs'
import { guideFiles } from './guide-files.mjs'

const ROUTE = '/media/api/v1/assets'

/**
 * The two servers of the guide with their pages: the app with the API, and a page's server on another site. `client`
 * calls the API with a key. All is kept below `parent/name`.
 */
export async function startSites(parent, name) {
  const directory = path.join(parent, name)
  const [apiPort, pagePort] = await freePorts(2)
  const files = new Map()
  for (const [name, code] of await guideFiles()) {
    files.set(name, code.replaceAll('3000', String(apiPort)).replaceAll('5173', String(pagePort)))
  }
  const own = path.join(directory, 'own')
  const other = path.join(directory, 'other')
  const api = `http://127.0.0.1:${apiPort}`

  await buildPages(own, files, { media: files.get('media.js'), action: ROUTE })
  await buildPages(other, files, {
    media: files.get('other-origin/media.js'),
    action: `${api}${ROUTE}`,
  })
  await writeFile(path.join(own, 'server.mjs'), files.get('server.mjs'))
  await writeFile(path.join(other, 'pages.mjs'), files.get('pages.mjs'))

  const server = await start('server.mjs', { cwd: own, says: /stw_\w+/ })
  const [token] = /stw_\w+/.exec(server.output())
  const page = `http://localhost:${pagePort}`
  const pages = await start('pages.mjs', { cwd: other, env: { TOKEN: token }, answers: page })
  return {
    own: api,
    other: page,
    client: createClient({ baseUrl: `${api}/media`, token }),
    /** How many files are staged. */
    staged: async () => (await readdir(path.join(own, 'media/staging')).catch(() => [])).length,
    async stop() {
      await pages.stop()
      await server.stop()
    },
  }
}

/** Runs a script until it says this, or answers there. */
async function start(script, { cwd, env, says = /^/, answers }) {
  const child = spawn(process.execPath, [script], { cwd, env: { ...process.env, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  while (!says.test(output) || !(answers === undefined || (await isThere(answers)))) {
    if (child.exitCode !== null) throw new Error(`${script} ended: ${output}`)
    await setTimeout(50)
  }
  return {
    output: () => output,
    async stop() {
      if (child.exitCode !== null) return
      child.kill()
      await once(child, 'exit')
    },
  }
}

function isThere(url) {
  return fetch(url).then(
    () => true,
    () => false,
  )
}
