import { createServer } from 'node:http'

/** The same bytes for every request: the cost of node:http itself. */
export async function open() {
  const body = JSON.stringify({
    data: { id: '0', type: 'assets', attributes: { name: 'x'.repeat(700) } },
  })
  const headers = { 'content-type': 'application/vnd.api+json', 'content-length': body.length }
  return {
    server: createServer((_, res) => res.writeHead(200, headers).end(body)),
    facts: { headers: {} },
  }
}
