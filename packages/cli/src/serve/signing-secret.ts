import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { SigningOptions } from '@stowage/core'
import { placeNew } from '@stowage/core/internal'
import { unreachable } from '../exit/cli-error.ts'
import { systemReason } from '../io/system-reason.ts'
import type { LocalLocation } from '../options/location.ts'

/** In the folder of the store, readable only by its user. */
export const SECRET_FILE = 'signing-secret'

/** Holds the secrets that sign URLs, separated by commas: the first one signs. */
export const SECRET_VARIABLE = 'STOWAGE_SIGNING_SECRET'

/** Says what is wrong with an unusable secret, without the secret itself. */
export const SECRET_RULE: string =
  `${SECRET_VARIABLE}, or else the file ${SECRET_FILE}, has a secret that cannot sign: ` +
  'each must have at least 32 bytes, and no two be the same. Make one: openssl rand -base64 32'

/**
 * The secrets with which the service signs URLs: from the environment, else from a file in the folder of the store,
 * which the first start creates. Without a folder, several machines may serve the store and need the same secret, so
 * only the environment counts.
 */
export async function signingOf(
  { directory, isDirectoryGiven, postgres, s3 }: LocalLocation,
  given: string | undefined,
): Promise<SigningOptions | undefined> {
  if (given !== undefined && given !== '') {
    return { secrets: given.split(',').map((secret) => secret.trim()) }
  }
  if (postgres !== undefined && s3 !== undefined && !isDirectoryGiven) return undefined
  const file = path.join(directory, SECRET_FILE)
  try {
    const kept = await readSecret(file)
    if (kept !== null) return { secrets: [kept] }
    await mkdir(directory, { recursive: true })
    await makeSecret(file)
    return { secrets: [(await readFile(file, 'utf8')).trim()] }
  } catch (error) {
    throw unusable(file, error)
  }
}

/** The same for a command that makes no secret of its own. Refused when there is none. */
export async function knownSigningOf(
  location: LocalLocation,
  given: string | undefined,
): Promise<SigningOptions> {
  const file = path.join(location.directory, SECRET_FILE)
  const isGiven = given !== undefined && given !== ''
  const isThere =
    isGiven ||
    (await readSecret(file).catch((error) => {
      throw unusable(file, error)
    })) !== null
  const signing = isThere ? await signingOf(location, given) : undefined
  if (signing !== undefined) return signing
  throw unreachable(
    `The secrets of webhooks are encrypted with that of signed URLs, and there is none in ${file}. Set ${SECRET_VARIABLE} to what the app gives as \`signing\`; several, with commas.`,
  )
}

async function readSecret(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if (Object(error).code === 'ENOENT') return null
    throw error
  }
}

/** Writes the file completely or not at all, and from one process only: the link fails when the file exists. */
async function makeSecret(file: string): Promise<void> {
  const part = `${file}.${randomBytes(6).toString('hex')}`
  try {
    await writeFile(part, randomBytes(32).toString('base64'), {
      flag: 'wx',
      mode: 0o600,
      flush: true,
    })
    await placeNew(part, file)
  } catch (error) {
    if (Object(error).code !== 'EEXIST') throw error
  } finally {
    await rm(part, { force: true })
  }
}

function unusable(file: string, error: unknown): Error {
  return unreachable(
    `The secret of signed URLs in ${file} ${systemReason(error)}. Correct its rights, or set ${SECRET_VARIABLE}.`,
    error,
  )
}
