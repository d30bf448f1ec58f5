// Run as a separate process: uploads the files that its one argument names in JSON, in turn. Prints as JSON how many
// answers were 201, and the seconds that it took.
import { readFile } from 'node:fs/promises'
import http from 'node:http'

const { url, headers, files, amount, connections } = JSON.parse(process.argv[2])
const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="photo.jpg"\r\n'
const bodies = await Promise.all(
  files.map(async (file) =>
    Buffer.concat([
      Buffer.from(`${head}content-type: image/jpeg\r\n\r\n`),
      await readFile(file),
      Buffer.from('\r\n--b--\r\n'),
    ]),
  ),
)
const agent = new http.Agent({ keepAlive: true, maxSockets: connections })

let next = 0
let right = 0
const started = performance.now()
await Promise.all(Array.from({ length: connections }, uploadInTurn))
console.log(JSON.stringify({ right, seconds: (performance.now() - started) / 1000 }))
agent.destroy()

async function uploadInTurn() {
  while (next < amount) {
    next += 1
    if ((await upload(bodies[next % bodies.length])) === 201) right += 1
  }
}

function upload(body) {
  return new Promise((resolve, reject) => {
    const request = http.request(url, {
      agent,
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': body.length,
      },
    })
    request.on('error', reject)
    request.on('response', (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode))
    })
    request.end(body)
  })
}
