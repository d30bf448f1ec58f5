// A process that may hold 256 open files, and twenty clients that upload a hundred files each, again and
// again: refusals at most, no crash, nothing left over. `--seconds 60` for the whole of it. Linux.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startMonitoredServer } from '../support/attacks/monitored-server.mjs'
import { filesBelow } from '../support/blobs-on-disk.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const LIMIT = 256
const CLIENTS = 20
const FILES = 100
const READERS = 8
const UPLOADER = fileURLToPath(new URL('../support/attacks/uploader.mjs', import.meta.url))
/** What says no without having stored anything. */
const REFUSALS = new Set(['429', '503', '507'])

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '5' } } })

const report = createReport(
  `open-files: ${CLIENTS} clients upload ${FILES} files each for ${values.seconds} s, ${LIMIT} open files`,
)
await report.run(async () => {
  if (existsSync('/proc/self/fd')) await withTemporaryDirectory(main)
  else report.skip('open files', 'needs /proc')
})

async function main(directory) {
  const server = await startMonitoredServer(directory, { openFiles: LIMIT })
  try {
    const { stored, statuses } = await upload(server)
    report.note(JSON.stringify(statuses))
    report.check('the server is still there', server.alive(), server.output().slice(-400))
    report.check('uploads are stored', stored.length > 0, `${stored.length} files`)
    const others = Object.keys(statuses).filter((one) => one !== '201' && !REFUSALS.has(one))
    report.check('no answer but 201 and refusals', others.length === 0, others.join(' '))
    await compare(server, stored)
    await purge(server)
    await gone(directory)
  } finally {
    const code = await server.stop()
    report.check('the server ends by itself', code === 0, String(code))
  }
}

async function upload({ origin, token }) {
  const args = [origin, token, String(CLIENTS), String(FILES), values.seconds]
  const child = fork(UPLOADER, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const ended = once(child, 'exit')
  const [result] = await once(child, 'message')
  await ended
  return result
}

async function compare(server, stored) {
  const listed = new Set()
  const incomplete = []
  const list = assets(server)
  const reader = async () => {
    for await (const { id, attributes } of list) {
      listed.add(id)
      const response = await get(server, attributes.url)
      const bytes = await response.arrayBuffer()
      if (response.status !== 200 || bytes.byteLength !== attributes.size) incomplete.push(id)
    }
  }
  await Promise.all(Array.from({ length: READERS }, reader))
  const lost = stored.filter((id) => !listed.has(id))
  report.check('every acknowledged file is there', lost.length === 0, `${lost.length} lost`)
  report.check(
    'every record has its bytes',
    incomplete.length === 0,
    `${incomplete.length} without`,
  )
  report.check(
    'nothing is there that was not acknowledged',
    listed.size === stored.length,
    `${listed.size} listed, ${stored.length} acknowledged`,
  )
}

async function purge(server) {
  for (;;) {
    const ids = []
    for await (const { id } of assets(server)) {
      ids.push(id)
      if (ids.length === 1000) break
    }
    if (ids.length === 0) return
    await change(server, 'POST', 'bulk-trash', ids)
    await change(server, 'DELETE', 'bulk-permanent', ids)
  }
}

/** The bytes are deleted after the answer: waits until they are, as long as there are fewer each time. */
async function gone(directory) {
  let left = await filesBelow(directory)
  for (let idle = 0; left.length > 0 && idle < 100; idle += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    const now = await filesBelow(directory)
    if (now.length < left.length) idle = 0
    left = now
  }
  report.check('nothing is left on the disk', left.length === 0, left.slice(0, 3).join(' '))
}

async function* assets(server) {
  let url = `${server.origin}/api/v1/assets?per_page=100`
  while (url !== null && url !== undefined) {
    const response = await get(server, url)
    const { data, links } = await response.json()
    yield* data
    url = links.next
  }
}

function get({ token }, url) {
  return fetch(url, { headers: { authorization: `Bearer ${token}` } })
}

async function change({ origin, token }, method, verb, ids) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ asset_ids: ids })
  const response = await fetch(`${origin}/api/v1/assets/${verb}`, { method, headers, body })
  if (response.status !== 204) throw new Error(`${verb}: ${response.status}`)
}
