import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'

const TICKS_PER_SECOND = 100

/**
 * Sends `count` GETs of one path over a few connections that stay open, and reads as many answers with `size` bytes
 * each. Finds the end of a header and counts the rest, so that the server is the slower side.
 */
export async function sendMany({ port, path, count, size, connections = 8 }) {
  const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`
  const share = Math.ceil(count / connections)
  const drained = () => drain({ port, request, count: share, size })
  await Promise.all(Array.from({ length: connections }, drained))
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

const HEAD_END = '\r\n\r\n'

/** Eight requests are under way on each connection at any time. */
function drain({ port, request, count, size }) {
  return new Promise((resolve, reject) => {
    let [sent, done, left] = [0, 0, 0]
    let head = Buffer.alloc(0)
    const send = (number) => {
      sent += number
      socket.write(request.repeat(number))
    }
    const socket = connect(port, '127.0.0.1', () => send(Math.min(8, count)))
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('nginx closed the connection.')))
    socket.on('data', (chunk) => {
      const before = done
      let rest = chunk
      while (rest.length > 0) {
        if (left === 0) {
          head = Buffer.concat([head, rest])
          const end = head.indexOf(HEAD_END)
          if (end === -1) break
          if (!head.subarray(0, 13).equals(Buffer.from('HTTP/1.1 200 '))) {
            reject(new Error(head.subarray(0, end).toString()))
          }
          rest = head.subarray(end + HEAD_END.length)
          head = Buffer.alloc(0)
          left = size
        }
        const taken = Math.min(left, rest.length)
        rest = rest.subarray(taken)
        left -= taken
        if (left === 0) done += 1
      }
      if (done >= count) {
        resolve()
        socket.destroy()
      } else if (sent < count && done > before) {
        send(Math.min(done - before, count - sent))
      }
    })
  })
}
