import { connect } from 'node:net'

/**
 * One kept-alive connection that sends prepared requests one after another. Lean, because load and server share the
 * machine: it counts answers and does not keep them. It takes a chunked answer to end with the bytes that end chunks.
 */
export class Connection {
  #socket
  #head = ''
  #left = 0
  #bytes = 0
  #status = 0
  #settle

  constructor({ host = '127.0.0.1', port }) {
    const buffer = Buffer.allocUnsafeSlow(256 * 1024)
    const callback = (count) => {
      this.#take(buffer, count)
      return true
    }
    this.#socket = connect({ host, port, noDelay: true, onread: { buffer, callback } })
    this.#socket.on('error', (error) => this.#settle?.reject(error))
    this.#socket.on('close', () => this.#settle?.reject(new Error('The connection was closed.')))
  }

  /** `parts` are written in order: text, bytes, or `{ chunk, times }`. Resolves to `{ status, bytes }`. */
  async send(parts) {
    const answer = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
    })
    // The server may refuse and close the connection while the request is still being written.
    answer.catch(() => {})
    for (const part of parts) {
      const { chunk = part, times = 1 } = typeof part === 'object' ? part : {}
      for (let time = 0; time < times; time += 1) {
        if (!this.#socket.write(chunk, 'latin1') && times > 1) await this.#drained()
      }
    }
    return answer
  }

  close() {
    this.#settle = undefined
    this.#socket.destroy()
  }

  #drained() {
    return new Promise((resolve, reject) => {
      const settle = () => {
        this.#socket.off('drain', settle).off('close', settle)
        if (this.#socket.destroyed) reject(new Error('The connection was closed.'))
        else resolve()
      }
      this.#socket.on('drain', settle).on('close', settle)
    })
  }

  #take(buffer, count) {
    let start = 0
    if (this.#left === 0) {
      const before = this.#head.length
      this.#head += buffer.latin1Slice(0, count)
      const end = this.#head.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = this.#head.slice(0, end)
      this.#head = ''
      start = end + 4 - before
      this.#status = Number(head.slice(9, 12))
      if (this.#status < 200) return this.#take(buffer.subarray(start), count - start)
      const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? []
      const isEmpty = this.#status === 204 || this.#status === 304
      this.#left = isEmpty ? 0 : Number(length ?? Number.POSITIVE_INFINITY)
      this.#bytes = isEmpty ? 0 : Number(length ?? 0)
    }
    if (this.#left === Number.POSITIVE_INFINITY) {
      if (buffer.latin1Slice(Math.max(0, count - 5), count) !== '0\r\n\r\n') return
      this.#left = 0
    } else {
      this.#left -= count - start
      if (this.#left > 0) return
    }
    const { resolve } = this.#settle
    this.#settle = undefined
    resolve({ status: this.#status, bytes: this.#bytes })
  }
}
