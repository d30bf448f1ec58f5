import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds after which a request that is not answered is one too many. */
const HUNG = 90_000
const NOT_SENT = ['ECONNREFUSED', 'EADDRNOTAVAIL']

/**
 * Spreads requests over the origins in turn, as a balancer would: where nobody listens, the next one is asked. An
 * answer is `{ status, headers, bytes }`; `{ status: 'lost' }` when the connection broke before it began,
 * `'cut'` when it broke within.
 */
export function createBalancer(origins, token) {
  const agents = origins.map(() => new http.Agent({ keepAlive: true, maxSockets: 64 }))
  const counts = { refused: 0, lost: 0, cut: 0 }
  let turn = 0

  async function send(route, options = {}) {
    for (const until = Date.now() + HUNG; Date.now() < until; await sleep(50)) {
      for (let tries = 0; tries < origins.length; tries += 1) {
        turn = (turn + 1) % origins.length
        const answer = await sendTo(turn, route, options)
        if (answer !== null) return answer
        counts.refused += 1
      }
    }
    return { status: 'nobody', headers: {}, bytes: '' }
  }

  /** `null` when the request was not sent. */
  async function sendTo(index, route, options = {}) {
    const answer = await exchange(new URL(route, origins[index]), agents[index], token, options)
    if (answer.status === 'lost' || answer.status === 'cut') {
      if (NOT_SENT.includes(answer.code)) return null
      counts[answer.status] += 1
    }
    return answer
  }

  return {
    counts,
    send,
    sendTo,
    close() {
      for (const agent of agents) agent.destroy()
    },
  }
}

/**
 * With `pace` it rests so many milliseconds after each piece of the answer, as a slow client does; it reads none of
 * it before `onBegin` has resolved.
 */
function exchange(
  url,
  agent,
  token,
  { method = 'GET', headers = {}, body = '', pace = 0, onBegin },
) {
  return new Promise((resolve) => {
    const request = http.request(url, {
      agent,
      method,
      signal: AbortSignal.timeout(HUNG),
      headers: {
        authorization: `Bearer ${token}`,
        'content-length': Buffer.byteLength(body),
        ...headers,
      },
    })
    const broken = (status) => (error) =>
      resolve({ status: error.name === 'AbortError' ? 'hung' : status, code: error.code })
    request.on('error', broken('lost'))
    request.on('response', async (response) => {
      const chunks = []
      response.on('error', broken('cut'))
      await onBegin?.()
      response.on('data', (chunk) => {
        chunks.push(chunk)
        if (pace === 0) return
        response.pause()
        setTimeout(() => response.resume(), pace)
      })
      response.on('end', () => {
        const { statusCode: status, headers } = response
        resolve({ status, headers, bytes: Buffer.concat(chunks) })
      })
    })
    request.end(body)
  })
}
