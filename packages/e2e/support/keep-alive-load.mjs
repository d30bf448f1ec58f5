import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'

const TICKS_PER_SECOND = 100

/**
 * Sends `count` GETs of one path over a few connections that stay open, and reads as many answers, all of the
 * length of the first. Counts bytes instead of parsing, so that the server is the slower side.
 */
export async function sendMany({ port, path, count, connections = 8 }) {
  const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`
  const length = await answerLength(port, request)
  const share = Math.ceil(count / connections)
  await Promise.all(Array.from({ length: connections }, () => drain(port, request, share, length)))
  return share * connections
}

/** Seconds of processor time of the workers of an nginx. */
export async function workerSeconds(pid) {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  let ticks = 0
  for (const child of children.trim().split(' ')) {
    const stat = await readFile(`/proc/${child}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    ticks += Number(fields[11]) + Number(fields[12])
  }
  return ticks / TICKS_PER_SECOND
}

async function answerLength(port, request) {
  const socket = connect(port, '127.0.0.1')
  socket.end(request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
  const chunks = []
  for await (const chunk of socket) chunks.push(chunk)
  const answer = Buffer.concat(chunks)
  const head = answer.subarray(0, answer.indexOf('\r\n\r\n')).toString()
  if (!head.startsWith('HTTP/1.1 200 ')) throw new Error(head)
  return answer.length + 'keep-alive'.length - 'close'.length
}

/** Eight requests are under way on each connection at any time. */
function drain(port, request, count, length) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => send(Math.min(8, count)))
    let [sent, received] = [0, 0]
    const send = (number) => {
      sent += number
      socket.write(request.repeat(number))
    }
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('nginx closed the connection.')))
    socket.on('data', ({ length: bytes }) => {
      const before = Math.floor(received / length)
      received += bytes
      const done = Math.floor(received / length)
      if (done >= count) {
        resolve()
        socket.destroy()
      } else if (sent < count && done > before) {
        send(Math.min(done - before, count - sent))
      }
    })
  })
}
