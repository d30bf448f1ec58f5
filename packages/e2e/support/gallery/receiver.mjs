import { once } from 'node:events'
import { createServer } from 'node:http'

/** An endpoint of webhooks. `answer`: what it says, which a scene may change. `received`: types of messages so far. */
export async function startReceiver() {
  const receiver = { answer: { status: 204, body: '' }, received: [] }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    receiver.received.push(JSON.parse(body).type)
    response.writeHead(receiver.answer.status).end(receiver.answer.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${port}/hook`,
    /** Lets `webhooks()` send here. */
    rules: { allowHttp: true, allowedNetworks: ['127.0.0.1'], ports: [port] },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  })
}
