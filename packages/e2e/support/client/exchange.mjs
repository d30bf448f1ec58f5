import http from 'node:http'

/** Milliseconds after which a request without a whole answer counts as hung. */
const HUNG = 90_000

/**
 * Sends one request and reads its answer: `{ status, headers, bytes }`. `status` is a word when the connection broke:
 * `lost` before the answer began, `cut` within it, `hung` when it did not end.
 *
 * Three ways to be a bad client. `pace`: rest so many milliseconds after each piece of the answer. `onBegin`: read none
 * of it before its promise resolves. `breakOff`: `{ sent: n }` breaks the connection after n bytes of the body, and
 * `{ received: true }` after the first piece of the answer.
 */
export function exchange(url, { agent, token, body = '', pace = 0, onBegin, breakOff, ...rest }) {
  return new Promise((resolve) => {
    const { method = 'GET', headers = {} } = rest
    const request = http.request(url, {
      agent,
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        // Node does not frame the body of a DELETE.
        'content-length': Buffer.byteLength(body),
        ...headers,
      },
    })
    let status = 'lost'
    let isHung = false
    const timer = setTimeout(() => {
      isHung = true
      request.destroy(new Error('No answer.'))
    }, HUNG)
    const end = (answer) => {
      clearTimeout(timer)
      resolve({ headers: {}, bytes: Buffer.alloc(0), ...answer })
    }
    const broken = (error) => end({ status: isHung ? 'hung' : status, code: error?.code })

    request.on('error', broken)
    request.on('close', () => broken())
    request.on('response', async (response) => {
      const { statusCode, headers: received } = response
      const chunks = []
      status = breakOff?.received ? statusCode : 'cut'
      response.on('error', broken)
      await onBegin?.()
      response.on('data', (chunk) => {
        chunks.push(chunk)
        if (breakOff?.received) request.destroy()
        if (pace === 0) return
        response.pause()
        setTimeout(() => response.resume(), pace)
      })
      response.on('end', () =>
        end({ status: statusCode, headers: received, bytes: Buffer.concat(chunks) }),
      )
    })
    if (breakOff?.sent === undefined) request.end(body)
    else {
      request.write(body.subarray(0, breakOff.sent), () => setImmediate(() => request.destroy()))
    }
  })
}
