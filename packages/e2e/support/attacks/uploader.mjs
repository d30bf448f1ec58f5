// Run as a process of its own: node uploader.mjs <origin> <token> <clients> <files> <seconds>
// Each client uploads that many files in one request, again and again. At the end it says over IPC which
// assets were acknowledged and how often each status was met.
import { formOf } from './form.mjs'

const [origin, token, clients, files, seconds] = process.argv.slice(2)
const until = performance.now() + Number(seconds) * 1_000
const stored = []
const statuses = {}

await Promise.all(Array.from({ length: Number(clients) }, (_, number) => client(number)))
process.send({ stored, statuses }, () => process.disconnect())

async function client(number) {
  for (let round = 0; performance.now() < until; round += 1) {
    const content = (file) =>
      // Larger than what is kept in memory, so that each waits in a file.
      Buffer.alloc(file % 10 === 0 ? 300 * 1024 : 2_000, `${number}-${round}-${file} `)
    const parts = Array.from({ length: Number(files) }, (_, file) => ({
      name: `${file}.txt`,
      content: content(file),
    }))
    const { body, contentType } = formOf(parts, 'files[]')
    const headers = { authorization: `Bearer ${token}`, 'content-type': contentType }
    const url = `${origin}/api/v1/assets/bulk-upload`
    try {
      const response = await fetch(url, { method: 'POST', headers, body })
      const answer = await response.json()
      count(response.status)
      if (response.status === 201) stored.push(...answer.data.map(({ id }) => id))
    } catch (error) {
      count(error.cause?.code ?? error.name)
    }
  }
}

function count(status) {
  statuses[status] = (statuses[status] ?? 0) + 1
}
