import { createServer } from 'node:http'

/** The same bytes for everyone: what node:http itself takes. */
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
