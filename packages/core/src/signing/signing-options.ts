import { mustBe } from '../arguments/must-be.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { type Check, group, type OptionChecks, required } from '../options/check-options.ts'
import { integer } from '../options/checks.ts'
import { secretBytes } from './signing-secret.ts'

/** Seconds. What S3 allows for its URLs, too. */
const WEEK = 7 * 24 * 3600
const DEFAULT_STEP = 300
const SHORTEST_MAXIMUM = 60
const MAX_SECRETS = 8
const MIN_BYTES = 32
const SECRET = `a string or bytes of at least ${MIN_BYTES} bytes: make one with \`openssl rand -base64 32\``

/** How URLs of files are signed. */
export interface SigningOptions {
  /**
   * 1 to 8 secrets, each a string or bytes of at least 32 bytes, such as `openssl rand -base64 32` prints. The first
   * one signs; URLs signed with any of them are accepted. All processes of a store need the same secrets. To rotate,
   * put the new one last in every process, then first; remove the old one `maxExpiresIn` later.
   */
  readonly secrets: readonly (string | Uint8Array)[]
  /** The most seconds that a URL may be good for, 60 … 604,800. Default 604,800 (7 days). */
  readonly maxExpiresIn?: number
  /**
   * Seconds. Expiries are rounded up to a multiple of it, so that the URL stays the same for a while and caches hit. 1
   * to half of `maxExpiresIn`. Default 300, or that half when it is less.
   */
  readonly stepSeconds?: number
}

const CHECKS: OptionChecks<SigningOptions> = {
  secrets: required(checkSecrets),
  maxExpiresIn: integer(SHORTEST_MAXIMUM, WEEK),
  stepSeconds: integer(1, WEEK / 2),
}
const checkMembers = group<SigningOptions>(CHECKS, '{ secrets: [process.env.SIGNING_SECRET] }')

/** The `signing` option. */
export const signingOption: Check = Object.assign(
  (value: unknown, name: string): void => {
    checkMembers(value, name)
    const { maxExpiresIn, stepSeconds } = value as SigningOptions
    const half = Math.floor((maxExpiresIn ?? WEEK) / 2)
    if (stepSeconds === undefined || stepSeconds <= half) return
    throw invalidArgument(
      `${name}.stepSeconds`,
      `${name}.stepSeconds is ${stepSeconds}. It must be at most half of ${name}.maxExpiresIn: ${half}.`,
    )
  },
  { inner: checkMembers.inner ?? [] },
)

/** How long URLs last, in seconds. */
export interface Lifetimes {
  readonly maxExpiresIn: number
  readonly stepSeconds: number
}

/** The lifetimes of checked options, with defaults. */
export function lifetimesOf({
  maxExpiresIn = WEEK,
  stepSeconds,
}: Partial<SigningOptions>): Lifetimes {
  return {
    maxExpiresIn,
    stepSeconds: stepSeconds ?? Math.min(DEFAULT_STEP, Math.floor(maxExpiresIn / 2)),
  }
}

function checkSecrets(value: unknown, name: string): void {
  if (!Array.isArray(value)) {
    throw mustBe(name, 'an array of secrets, the newest first', value)
  }
  if (value.length < 1 || value.length > MAX_SECRETS) {
    throw invalidArgument(name, `${name} must hold 1 to ${MAX_SECRETS} secrets, the newest first.`)
  }
  const seen: Buffer[] = []
  for (const [index, secret] of value.entries()) {
    const bytes = checkedSecret(secret, `${name}[${index}]`)
    if (seen.some((other) => other.equals(bytes))) {
      throw invalidArgument(name, `${name}[${index}] is in the list twice. Remove one.`)
    }
    seen.push(bytes)
  }
}

/** The bytes of the secret. No message shows them. */
function checkedSecret(secret: unknown, name: string): Buffer {
  if (typeof secret !== 'string' && !ArrayBuffer.isView(secret)) throw mustBe(name, SECRET, secret)
  const bytes = secretBytes(secret as string | Uint8Array)
  if (bytes.length >= MIN_BYTES) return bytes
  throw invalidArgument(name, `${name} has ${bytes.length} bytes. It must be ${SECRET}.`)
}
