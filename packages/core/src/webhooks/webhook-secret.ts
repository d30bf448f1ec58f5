import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto'
import { StowageError } from '../errors/stowage-error.ts'
import { secretBytes } from '../signing/signing-secret.ts'

/** Bytes of a secret, as Standard Webhooks recommend. */
const SECRET_BYTES = 24
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32
const VERSION = '1'

/** A new secret for an endpoint: `whsec_` and 24 random bytes as base64. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
}

/** Seals secrets of endpoints, so that a copy of the database reveals none. */
export interface SecretBox {
  /** Seals the secret of this endpoint with the newest key. */
  seal(secret: string, webhookId: string): string
  /** The secret of this endpoint. `unavailable` when its key is no longer known, or the text was changed. */
  open(sealed: string, webhookId: string): string
  /** Whether the newest key sealed it. */
  isNewest(sealed: string): boolean
}

/** Derives a key from each secret of the option `signing`. The first one seals, all of them open. */
export function createSecretBox(secrets: readonly (string | Uint8Array)[]): SecretBox {
  const keys = secrets.map((secret) => {
    const bytes = hkdfSync('sha256', secretBytes(secret), '', 'stowage webhook secrets', KEY_BYTES)
    const id = createHash('sha256').update('stowage webhook key id').update(Buffer.from(bytes))
    return {
      id: id.digest('base64url').slice(0, 8),
      key: createSecretKey(Buffer.from(bytes)),
    }
  })
  const [newest] = keys as [(typeof keys)[number]]
  return {
    seal(secret, webhookId) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', newest.key, nonce)
      cipher.setAAD(Buffer.from(webhookId))
      const sealed = [nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]
      return [VERSION, newest.id, Buffer.concat(sealed).toString('base64url')].join('.')
    },
    open(sealed, webhookId) {
      const [version, keyId, text = ''] = sealed.split('.')
      const key = keys.find(({ id }) => id === keyId)
      if (version !== VERSION || key === undefined) throw notOpened()
      const bytes = Buffer.from(text, 'base64url')
      try {
        const nonce = bytes.subarray(0, NONCE_BYTES)
        const decipher = createDecipheriv('aes-256-gcm', key.key, nonce, {
          authTagLength: TAG_BYTES,
        })
        decipher.setAAD(Buffer.from(webhookId))
        decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
        const opened = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
        return Buffer.concat([opened, decipher.final()]).toString()
      } catch (error) {
        throw notOpened(error)
      }
    },
    isNewest: (sealed) => sealed.split('.')[1] === newest.id,
  }
}

function notOpened(cause?: unknown): StowageError {
  return new StowageError(
    'unavailable',
    'The secret of this endpoint cannot be read: the secret of `signing` that sealed it is missing. Add that to `signing.secrets` again, or rotate the secret of the endpoint.',
    { cause },
  )
}
