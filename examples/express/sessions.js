// Sessions in a signed cookie: the server keeps nothing, and a client cannot forge one.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const COOKIE = 'session'
const LIFETIME = 12 * 60 * 60 * 1000

/** A new secret with every start: a restart logs everybody out. */
export function createSessions(secret = randomBytes(32)) {
  const sign = (text) => createHmac('sha256', secret).update(text).digest()

  return {
    begin(res, name) {
      const claims = Buffer.from(JSON.stringify({ name, until: Date.now() + LIFETIME }))
      const value = claims.toString('base64url')
      const cookie = `${value}.${sign(value).toString('base64url')}`
      // Strict: no page of another site can upload or delete in the name of who is logged in here.
      res.cookie(COOKIE, cookie, { httpOnly: true, sameSite: 'strict', maxAge: LIFETIME })
    },
    end(res) {
      res.clearCookie(COOKIE, { httpOnly: true, sameSite: 'strict' })
    },
    /** Whose session a request belongs to, or `undefined`. */
    nameOf(req) {
      const [value = '', signature = ''] = cookieOf(req).split('.')
      const given = Buffer.from(signature, 'base64url')
      const expected = sign(value)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      const { name, until } = JSON.parse(Buffer.from(value, 'base64url'))
      return Date.now() < until ? name : undefined
    },
  }
}

function cookieOf({ headers: { cookie = '' } }) {
  return new RegExp(`(?:^|; )${COOKIE}=([^;]*)`).exec(cookie)?.[1] ?? ''
}
