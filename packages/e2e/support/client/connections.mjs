import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { exchange } from './exchange.mjs'

/** Milliseconds for which a request looks for a server that listens. */
const PATIENCE = 90_000
const NOT_SENT = ['ECONNREFUSED', 'EADDRNOTAVAIL']

/**
 * The connections of one client to servers that share a store. `send` spreads requests over them as a balancer does:
 * where no server listens, it asks the next one. `sendTo` asks one of them. Answers are those of `exchange`.
 */
export function createConnections(origins, token) {
  let agents = newAgents()
  /** Answers by status, and connections that were refused. */
  const counts = { refused: 0, statuses: {} }
  let turn = 0

  function newAgents() {
    return origins.map(() => new http.Agent({ keepAlive: true, maxSockets: 64 }))
  }

  async function send(route, options) {
    for (const until = Date.now() + PATIENCE; Date.now() < until; await sleep(50)) {
      for (let tries = 0; tries < origins.length; tries += 1) {
        turn = (turn + 1) % origins.length
        const answer = await sendTo(turn, route, options)
        if (answer.status !== 'refused') return answer
      }
    }
    return { status: 'unreachable', headers: {}, bytes: Buffer.alloc(0) }
  }

  /** Its status is `refused` when the request was not sent. */
  async function sendTo(index, route, options = {}) {
    const url = new URL(route, origins[index])
    const answer = await exchange(url, { agent: agents[index], token, ...options })
    if (NOT_SENT.includes(answer.code)) {
      counts.refused += 1
      return { ...answer, status: 'refused' }
    }
    if (options.breakOff?.sent === undefined) {
      counts.statuses[answer.status] = (counts.statuses[answer.status] ?? 0) + 1
    }
    return answer
  }

  return {
    counts,
    send,
    sendTo,
    /** Closes all of them. The next request opens new ones. */
    close() {
      for (const agent of agents) agent.destroy()
      agents = newAgents()
    },
  }
}
