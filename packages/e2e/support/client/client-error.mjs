/**
 * What a call of the API failed with. `code` is that of the error document; where there is none, the status, or the word
 * for the broken connection (see `exchange`).
 */
export class ClientError extends Error {
  constructor(what, { status, headers, bytes }) {
    super(`${what}: ${status} ${bytes.subarray(0, 300)}`)
    this.status = status
    this.code = codeOf(status, headers, bytes)
  }
}

function codeOf(status, headers, bytes) {
  if (typeof status === 'string') return status
  if (status === 503 && !(Number(headers['retry-after']) > 0)) return '503 without Retry-After'
  try {
    return JSON.parse(bytes).errors[0].code
  } catch {
    return `${status} without a code`
  }
}
