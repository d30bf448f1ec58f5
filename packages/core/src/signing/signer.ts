import { timingSafeEqual } from 'node:crypto'
import { StowageError } from '../errors/stowage-error.ts'
import type { Clock } from '../time/timestamp.ts'
import { canonicalText, type SignedFile } from './canonical-text.ts'
import { expiryOf, secondsUntil } from './expiry.ts'
import { type Lifetimes, lifetimesOf, type SigningOptions } from './signing-options.ts'
import { createSigningSecret, type SigningSecret } from './signing-secret.ts'
import { formatVersion, parseVersion } from './url-version.ts'

/** The parameters of a signed URL, as they appear in it. */
export interface SignatureParameters {
  readonly expires: string
  readonly v: string
  readonly signature: string
}

/** Signs URLs of files, and checks them, for all tenants of a store. */
export interface Signer extends Lifetimes {
  /** The expiry, in Unix seconds, of a URL that is made now and is to be good for this many seconds. */
  expiryOf(expiresIn: number): number
  sign(file: SignedFile, tenant: string, expires: number): SignatureParameters
  /**
   * Throws `signature_invalid`, and `signature_expired` when everything but the time is right. Needs no record, so an
   * asset that is gone gives the same result.
   */
  verify(file: SignedFile, parameters: SignatureParameters): VerifiedUrl
}

/** What a valid signature says. */
interface VerifiedUrl {
  /** Unix seconds. */
  readonly expires: number
  /** Whole seconds left. */
  readonly remaining: number
  /** Whether the URL was signed for this tenant. */
  isOf(tenant: string): boolean
}

const UNIX_SECONDS = /^[1-9]\d{0,11}$/
const SIGNATURE_LENGTH = 43

/** Makes a signer from checked options. The time is the store's own clock, never the client's. */
export function createSigner(options: SigningOptions, clock: Clock): Signer {
  const lifetimes = lifetimesOf(options)
  const secrets = options.secrets.map(createSigningSecret)
  const newest = secrets[0] as SigningSecret
  const byId = new Map(secrets.map((secret) => [secret.id, secret]))
  return {
    ...lifetimes,
    expiryOf: (expiresIn) => expiryOf(clock(), expiresIn, lifetimes),
    sign(file, tenant, expires) {
      const v = formatVersion({ secretId: newest.id, tenantTag: newest.tenantTag(tenant) })
      const signed = { expires: String(expires), v }
      return { ...signed, signature: newest.sign(canonicalText(file, signed)) }
    },
    verify(file, { expires, v, signature }) {
      const version = parseVersion(v)
      const secret = version === null ? undefined : byId.get(version.secretId)
      const isComplete = UNIX_SECONDS.test(expires) && signature.length === SIGNATURE_LENGTH
      if (version === null || secret === undefined || !isComplete) throw signatureInvalid()
      const expected = secret.sign(canonicalText(file, { v, expires }))
      // The text, not its bytes: base64url can write the same bytes in several ways.
      if (!equalTexts(signature, expected)) throw signatureInvalid()
      const remaining = secondsUntil(Number(expires), clock())
      if (remaining < 0) throw signatureExpired()
      const isOf = (tenant: string) => equalTexts(version.tenantTag, secret.tenantTag(tenant))
      return { expires: Number(expires), remaining, isOf }
    },
  }
}

/** Compares in a time that depends only on the lengths. */
function equalTexts(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** `signature_invalid` */
export function signatureInvalid(): StowageError {
  return new StowageError(
    'signature_invalid',
    'The signature does not match this URL, or its secret is no longer in `signing.secrets`. Sign a new one.',
  )
}

function signatureExpired(): StowageError {
  return new StowageError('signature_expired', 'The URL has expired. Sign a new one.')
}
