import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { signedHeaders } from './signed-headers.ts'

/** From the reference implementations and the specification of Standard Webhooks. */
const PUBLISHED = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  seconds: 1_614_265_330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}
const OTHER = `whsec_${Buffer.alloc(24, 7).toString('base64')}`

describe('the headers of a message', () => {
  it('are those of the published vector', () => {
    const { secret, seconds, signature, ...message } = PUBLISHED
    expect(signedHeaders({ ...message, secrets: [secret] }, seconds)).toEqual({
      'webhook-id': message.id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': signature,
    })
  })

  it('satisfy standardwebhooks, with the old secret and with the new one', () => {
    const secrets = [OTHER, PUBLISHED.secret]
    const body = JSON.stringify({ type: 'asset.created', data: { name: 'Größe 🦊.jpg' } })
    const headers = signedHeaders({ id: 'event', secrets, body }, Math.floor(Date.now() / 1000))
    for (const secret of secrets) {
      expect(new Webhook(secret).verify(body, { ...headers })).toEqual(JSON.parse(body))
    }
    const stranger = new Webhook(`whsec_${Buffer.alloc(24, 8).toString('base64')}`)
    expect(() => stranger.verify(body, { ...headers })).toThrow('No matching signature')
    expect(() => new Webhook(OTHER).verify(`${body} `, { ...headers })).toThrow()
  })
})
