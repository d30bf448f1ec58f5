// Run as a process of its own: node large-client.mjs <base url> <key> <bytes>
// Uploads that many bytes, downloads them again, and prints the result as one line of JSON.
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const [base, key, bytes] = process.argv.slice(2)
const size = Number(bytes)
const authorization = `Bearer ${key}`
const BOUNDARY = 'stowage-e2e'
const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="large.bin"\r\n\r\n`
const tail = `\r\n--${BOUNDARY}--\r\n`

const sent = createHash('sha256')
const started = performance.now()
const upload = http.request(`${base}/api/v1/assets`, {
  method: 'POST',
  headers: {
    authorization,
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    'content-length': head.length + size + tail.length,
  },
})
const answered = once(upload, 'response')
await pipeline(Readable.from(body()), upload)
const [created] = await answered
const answer = (await created.toArray()).join('')
if (created.statusCode !== 201) throw new Error(`${created.statusCode} ${answer}`)
const uploaded = performance.now()

const { url } = JSON.parse(answer).data.attributes
const download = http.get(url, { headers: { authorization } })
const [file] = await once(download, 'response')
const received = createHash('sha256')
for await (const chunk of file) received.update(chunk)
const downloaded = performance.now()

console.log(
  JSON.stringify({
    sent: sent.digest('hex'),
    received: received.digest('hex'),
    uploadSeconds: (uploaded - started) / 1000,
    downloadSeconds: (downloaded - uploaded) / 1000,
  }),
)

async function* body() {
  yield Buffer.from(head)
  const block = randomBytes(1024 * 1024)
  for (let left = size, count = 0; left > 0; left -= block.length, count += 1) {
    block.writeUInt32LE(count)
    const chunk = Buffer.from(block.subarray(0, Math.min(left, block.length)))
    sent.update(chunk)
    yield chunk
  }
  yield Buffer.from(tail)
}
