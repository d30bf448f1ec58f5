import { createHmac } from 'node:crypto'

const PREFIX = 'whsec_'

interface SignedMessage {
  readonly id: string
  readonly secrets: readonly string[]
  readonly body: string
}

/**
 * The headers of Standard Webhooks 1.0. `seconds`: the Unix time of this attempt. Each secret gives one signature, so
 * that a receiver may have either while they rotate.
 */
export function signedHeaders(
  { id, secrets, body }: SignedMessage,
  seconds: number,
): Readonly<Record<string, string>> {
  const text = `${id}.${seconds}.${body}`
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': secrets.map((secret) => `v1,${signature(secret, text)}`).join(' '),
  }
}

function signature(secret: string, text: string): string {
  const key = Buffer.from(
    secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret,
    'base64',
  )
  return createHmac('sha256', key).update(text).digest('base64')
}
