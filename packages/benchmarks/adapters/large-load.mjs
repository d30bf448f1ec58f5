// Run as a separate process: sends or fetches the one large file that its argument describes in JSON. Prints as JSON
// how many seconds that took.
import { once } from 'node:events'
import { request } from 'node:http'
import { pipeline } from 'node:stream/promises'

const CHUNK = Buffer.alloc(64 * 1024, 'x')
const HEAD = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n'
const TAIL = '\r\n--b--\r\n'

const { url, method, headers, status, bytes } = JSON.parse(process.argv[2])
const begun = process.hrtime.bigint()
const sending = request(url, { method, headers })
const answered = once(sending, 'response')
if (method === 'POST') {
  sending.setHeader('content-type', 'multipart/form-data; boundary=b')
  sending.setHeader('content-length', HEAD.length + bytes + TAIL.length)
  await pipeline(form, sending)
} else {
  sending.end()
}
const [response] = await answered
let received = 0
for await (const chunk of response) received += chunk.length
const right = response.statusCode === status && (method === 'POST' || received === bytes)
console.log(JSON.stringify({ right, seconds: Number(process.hrtime.bigint() - begun) / 1e9 }))

async function* form() {
  yield HEAD
  for (let sent = 0; sent < bytes; sent += CHUNK.length) yield CHUNK
  yield TAIL
}
