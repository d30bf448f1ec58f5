import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { multipart } from '../client/multipart.mjs'
import { costlySvg, craftedOgg, plainFile, plainSvg, unsortedMarks } from './hostile-files.mjs'

const MARKS = 'a name of unsorted combining marks'

const CRAFTED = 'a hundred crafted Ogg files in one request'

const DRAWINGS = 'four costly drawings at a time'

/**
 * What one hostile client does, again and again until `signal` says stop. `target` is
 * `{ origin, token, asset, large }`, the last the URL of a large file.
 */
export const ATTACKS = {
  [MARKS]: (target, signal) => rename(unsortedMarks(256 * 1024), target, signal),

  'requests without a key, pipelined, whose answers are never read': async ({ origin }, signal) => {
    const { host, hostname, port } = new URL(origin)
    const one = `GET /api/v1/health/live HTTP/1.1\r\nHost: ${host}\r\n\r\n`
    const many = Buffer.from(one.repeat(2_000))
    const socket = connect(Number(port), hostname).pause()
    const gone = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => {})
    signal.addEventListener('abort', () => socket.destroy())
    while (!signal.aborted && !socket.destroyed) {
      if (!socket.write(many)) await Promise.race([once(socket, 'drain').catch(() => {}), gone])
    }
  },

  [DRAWINGS]: (target, signal) => uploadDrawings(costlySvg, target, signal),

  'readers that take nothing and send a byte now and then': ({ large, token }, signal) =>
    many(40, async () => {
      const { host, hostname, port, pathname } = new URL(large)
      while (!signal.aborted) {
        const socket = connect(Number(port), hostname).pause()
        const gone = new Promise((resolve) => socket.once('close', resolve))
        socket.on('error', () => {})
        signal.addEventListener('abort', () => socket.destroy(), { once: true })
        socket.write(
          `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
        )
        while (!socket.destroyed) {
          socket.write('G')
          await Promise.race([sleep(100), gone])
        }
      }
    }),

  'an upload in chunks of one byte': async ({ origin, token }, signal) => {
    const { host, hostname, port } = new URL(origin)
    const file = { name: 'a.bin', bytes: Buffer.alloc(64 * 1024, 'x') }
    const { body, headers } = multipart('file', [file])
    const chunks = Buffer.concat([
      ...Array.from(body, (byte) => Buffer.from([0x31, 0x0d, 0x0a, byte, 0x0d, 0x0a])),
      Buffer.from('0\r\n\r\n'),
    ])
    const head =
      `POST /api/v1/assets HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: ${headers['content-type']}\r\nTransfer-Encoding: chunked\r\n\r\n`
    const message = Buffer.concat([Buffer.from(head), chunks])
    while (!signal.aborted) {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      const stop = () => socket.destroy()
      signal.addEventListener('abort', stop)
      socket.write(message)
      await Promise.race([once(socket, 'data').catch(() => {}), once(socket, 'close')])
      signal.removeEventListener('abort', stop)
      socket.destroy()
    }
  },

  [CRAFTED]: (target, signal) => uploadHundred(craftedOgg(), target, signal),
}

/** By attack, what a client does with texts or files of the same size that are plain: it may take its share of the machine, and no attack more. */
export const PLAIN_EQUALS = {
  [MARKS]: (target, signal) => rename('é'.repeat(128 * 1024), target, signal),
  [DRAWINGS]: (target, signal) => uploadDrawings(plainSvg, target, signal),
  [CRAFTED]: (target, signal) => uploadHundred(plainFile(craftedOgg().length), target, signal),
}

async function rename(name, { origin, token, asset }, signal) {
  const body = JSON.stringify({ data: { type: 'assets', id: asset, attributes: { name } } })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  while (!signal.aborted) {
    await request(`${origin}/api/v1/assets/${asset}`, { method: 'PATCH', headers, body, signal })
  }
}

async function uploadHundred(bytes, { origin, token }, signal) {
  const files = Array.from({ length: 100 }, (_, number) => ({ name: `${number}.ogg`, bytes }))
  const form = withKey(multipart('files[]', files), token)
  const url = `${origin}/api/v1/assets/bulk-upload`
  while (!signal.aborted) await request(url, { ...form, signal })
}

function withKey({ headers, ...form }, token) {
  return { ...form, headers: { ...headers, authorization: `Bearer ${token}` } }
}

/** One request; its answer is read and thrown away. Never rejects. */
async function request(url, options) {
  try {
    const response = await fetch(url, options)
    await response.arrayBuffer()
  } catch {
    // Refused or ended: the attack goes on.
    await sleep(10)
  }
}

function many(count, body) {
  return Promise.all(Array.from({ length: count }, (_, number) => body(number)))
}

/** Four uploads at a time, each of a drawing of its own. */
function uploadDrawings(drawing, { origin, token }, signal) {
  return many(4, async (number) => {
    for (let round = 0; !signal.aborted; round += 1) {
      const bytes = drawing(`${number}-${round}-${process.pid}`)
      const form = multipart('file', [{ name: 'drawing.svg', bytes }])
      await request(`${origin}/api/v1/assets`, { ...withKey(form, token), signal })
    }
  })
}
