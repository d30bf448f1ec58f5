import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'

/** One secret, and how URLs refer to it. */
export interface SigningSecret {
  /**
   * 8 characters, derived from the secret, because its position in the list changes with each rotation. It names the
   * secret in a URL, and reveals nothing about it.
   */
  readonly id: string
  /** HMAC-SHA-256 in base64url, 43 characters. */
  sign(text: string): string
  /** Stands for a tenant in a URL, so that its name stays unknown. 11 characters. */
  tenantTag(tenant: string): string
}

/** Bytes that the id and the tag keep of their digests. */
const ID_BYTES = 6
const TAG_BYTES = 8

/** Derives a key for each of the three uses, so that no output of one is an output of another. */
export function createSigningSecret(secret: string | Uint8Array): SigningSecret {
  const master = createSecretKey(secretBytes(secret))
  const [ids, tags, urls] = ['id', 'tenant', 'file-url'].map((use) =>
    createSecretKey(hmac(master, `stowage signing ${use}`)),
  ) as [KeyObject, KeyObject, KeyObject]
  let last = { tenant: '', tag: '' }
  return {
    id: hmac(ids, '').subarray(0, ID_BYTES).toString('base64url'),
    // Without a buffer in between, which would take a quarter of the time.
    sign: (text) => createHmac('sha256', urls).update(text).digest('base64url'),
    tenantTag(tenant) {
      // URLs that are signed in a row are often of one tenant.
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
