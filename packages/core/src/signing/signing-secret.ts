import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'

/** One secret, and what it says of itself in URLs. */
export interface SigningSecret {
  /**
   * 8 characters, derived from the secret: its place in the list would change with each rotation. It names the
   * secret in a URL, and gives nothing of it away.
   */
  readonly id: string
  /** HMAC-SHA-256 in base64url, 43 characters. */
  sign(text: string): string
  /** Stands for a tenant in a URL, so that its name stays unknown. 11 characters. */
  tenantTag(tenant: string): string
}

/** Bytes of the digests that the short names begin with. */
const ID_BYTES = 6
const TAG_BYTES = 8

/** Keys of their own for the three uses, so that no output of one is an output of another. */
export function createSigningSecret(secret: string | Uint8Array): SigningSecret {
  const master = createSecretKey(secretBytes(secret))
  const [ids, tags, urls] = ['id', 'tenant', 'file-url'].map((use) =>
    createSecretKey(hmac(master, `stowage signing ${use}`)),
  ) as [KeyObject, KeyObject, KeyObject]
  let last = { tenant: '', tag: '' }
  return {
    id: hmac(ids, '').subarray(0, ID_BYTES).toString('base64url'),
    // Without a buffer in between, which costs a quarter of it.
    sign: (text) => createHmac('sha256', urls).update(text).digest('base64url'),
    tenantTag(tenant) {
      // Many URLs in turn are of one tenant.
      if (last.tenant !== tenant || last.tag === '') {
        const tag = hmac(tags, tenant).subarray(0, TAG_BYTES).toString('base64url')
        last = { tenant, tag }
      }
      return last.tag
    },
  }
}

/** A string counts as its UTF-8. */
export function secretBytes(secret: string | Uint8Array): Buffer {
  if (typeof secret === 'string') return Buffer.from(secret)
  return Buffer.from(secret.buffer, secret.byteOffset, secret.byteLength)
}

function hmac(key: KeyObject, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
