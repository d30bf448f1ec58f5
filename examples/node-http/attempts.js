import { refuseBody } from '@stowage/node'

const KEPT = 10_000

/**
 * Stands before a handler and counts the 401s of each client address. From `limit` of them in `window`
 * milliseconds on, the address gets 429 without a look at its key. Of one process; behind a proxy give
 * `addressOf` what the proxy says.
 */
export function limitAttempts(
  handler,
  { limit = 100, window = 60_000, addressOf = (req) => req.socket.remoteAddress } = {},
) {
  const attempts = new Map()

  function current(address) {
    const known = attempts.get(address)
    return known !== undefined && known.until > Date.now() ? known : undefined
  }

  function count(address) {
    const known = current(address)
    if (known !== undefined) {
      known.failed += 1
      return
    }
    // The oldest goes, so that many addresses cannot fill the memory.
    if (attempts.size >= KEPT) attempts.delete(attempts.keys().next().value)
    attempts.delete(address)
    attempts.set(address, { failed: 1, until: Date.now() + window })
  }

  return (req, res, next) => {
    const address = addressOf(req)
    const known = current(address)
    if (known !== undefined && known.failed >= limit) return refuse(req, res, known.until)
    res.once('finish', () => {
      if (res.statusCode === 401) count(address)
    })
    handler(req, res, next)
  }
}

async function refuse(req, res, until) {
  const error = {
    status: '429',
    code: 'too_many_requests',
    title: 'Too many requests',
    detail: 'Too many requests without a valid key came from this address. Try again later.',
  }
  // The client may be sending a large file.
  await refuseBody(req, res)
  res.writeHead(429, {
    'content-type': 'application/vnd.api+json',
    'retry-after': String(Math.ceil((until - Date.now()) / 1000)),
  })
  res.end(JSON.stringify({ errors: [error] }))
}
