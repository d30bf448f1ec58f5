import http from 'node:http'

const BOUNDARY = 'stowage-soak'

/** A client of one server, that keeps its connections until `forget`. */
export function createRequester(origin, token) {
  let agent = new http.Agent({ keepAlive: true })

  return {
    /** Sends one request and reads all of its answer. */
    send(route, { method = 'GET', headers = {}, body = '', key = token } = {}) {
      return new Promise((resolve, reject) => {
        const request = http.request(new URL(route, origin), {
          agent,
          method,
          headers: {
            ...(key && { authorization: `Bearer ${key}` }),
            // Node frames no body of a DELETE by itself.
            'content-length': Buffer.byteLength(body),
            ...headers,
          },
        })
        request.on('error', reject)
        request.on('response', (response) => {
          const chunks = []
          response.on('data', (chunk) => chunks.push(chunk))
          response.on('end', () =>
            resolve({ status: response.statusCode, bytes: Buffer.concat(chunks) }),
          )
          response.on('error', reject)
        })
        request.end(body)
      })
    },
    /** Sends that much of a body and breaks the connection off. */
    breakOff(route, { method, headers, body }, sent) {
      return new Promise((resolve) => {
        const request = http.request(new URL(route, origin), {
          agent,
          method,
          headers: {
            authorization: `Bearer ${token}`,
            'content-length': body.length,
            ...headers,
          },
        })
        request.on('error', () => {})
        request.on('close', resolve)
        request.write(body.subarray(0, sent), () => setImmediate(() => request.destroy()))
      })
    },
    /** Reads the beginning of an answer and breaks the connection off. */
    lookInto(route) {
      return new Promise((resolve, reject) => {
        const headers = { authorization: `Bearer ${token}` }
        const request = http.get(new URL(route, origin), { agent, headers })
        let status
        request.on('error', reject)
        request.on('close', () => resolve(status))
        request.on('response', (response) => {
          status = response.statusCode
          response.on('error', () => {})
          response.once('data', () => request.destroy())
          response.on('end', () => {})
        })
      })
    },
    /** Closes its connections. */
    forget() {
      agent.destroy()
      agent = new http.Agent({ keepAlive: true })
    },
  }
}

/** The body and the header of an upload of files with these contents. */
export function multipart(field, files) {
  const parts = files.flatMap(({ name, bytes }) => [
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n'),
  ])
  return {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]),
  }
}
