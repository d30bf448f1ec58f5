import { isApiClientError } from '../errors/api-client-error.ts'
import type { Asset } from '../generated/openapi.ts'
import type { Waiting } from '../request/retry.ts'
import type { TransportJob, UploadTransport } from './transport.ts'

/** What waiting and the network need: replaced in tests. */
export interface UploaderPlatform extends Waiting {
  readonly network: Network
}

/** Whether there is a network at all. */
export interface Network {
  isOnline(): boolean
  /** Resolves once there is; rejects with the reason of the signal. */
  online(signal: AbortSignal): Promise<void>
}

/** Milliseconds: before the first repetition, the longest pause, and the longest that a service may ask for at a time. */
const FIRST = 500
const LONGEST = 30_000
const LONGEST_ASKED = 300_000
/** Milliseconds in all that a service may ask to wait without a byte more being stored. */
const PATIENCE = 3_600_000

/** How long to try. */
export interface Persistence {
  readonly retries: number
  /** Why it waits; `null`: it tries again now. */
  stalled(error: Error | null): void
}

/**
 * Tries ways for an upload until its asset is stored. Waits while there is no network, after a failed attempt in pauses
 * that double, half of each at random, and as long as the service asks for. Rejects with an error that no repetition
 * mends, or once too many attempts in a row brought nothing.
 */
export async function runUpload(
  job: TransportJob,
  ways: readonly UploadTransport[],
  { retries, stalled }: Persistence,
  { wait, random, network }: UploaderPlatform,
): Promise<Asset> {
  let best = 0
  let failures = 0
  let waited = 0
  const watched: TransportJob = Object.create(job, {
    kept: {
      value(bytes: number) {
        job.kept(bytes)
        if (bytes <= best) return
        best = bytes
        failures = 0
        waited = 0
      },
    },
  })
  for (;;) {
    job.signal.throwIfAborted()
    try {
      return await attempt(watched, ways)
    } catch (error) {
      job.signal.throwIfAborted()
      if (!isApiClientError(error) || !isTemporary(error)) {
        if (isRefusal(error)) await job.save(null)
        throw error
      }
      if (error.code === 'network_failed') await assertReadable(job.file)
      stalled(error)
      if (!network.isOnline()) await network.online(job.signal)
      else {
        const asked = (error.code === 'network_failed' ? null : error.retryAfter) ?? 0
        const isAsked = asked > 0
        if (!isAsked) failures += 1
        const own = Math.min(FIRST * 2 ** Math.min(failures, 16), LONGEST) * (0.5 + random() / 2)
        const pause = Math.max(own, asked * 1000)
        if (isAsked) waited += pause
        if (failures > retries || waited > PATIENCE || asked * 1000 > LONGEST_ASKED) throw error
        await wait(pause, job.signal)
        if (!network.isOnline()) await network.online(job.signal)
      }
      stalled(null)
    }
  }
}

async function attempt(job: TransportJob, ways: readonly UploadTransport[]): Promise<Asset> {
  for (const way of ways) {
    const asset = way.takes(job.file) ? await way.attempt(job) : null
    if (asset !== null) return asset
  }
  // The plain way takes every file.
  throw new TypeError('No way takes this file.')
}

/**
 * For a file that was changed or deleted on the disk, browsers say that the network failed. Rejects with what reading it
 * rejects with.
 */
async function assertReadable(file: Blob): Promise<void> {
  await file.slice(0, 1).arrayBuffer()
}

const PASSING: readonly unknown[] = [408, 423, 429, 502, 503, 504]

/** `offset_mismatch`: a request that was thought dead has brought bytes; the next attempt asks how many. */
function isTemporary(error: { readonly code: string; readonly status?: number }): boolean {
  return (
    error.code === 'network_failed' ||
    error.code === 'offset_mismatch' ||
    PASSING.includes(error.status)
  )
}

/** The service refused this upload for good. Another sign-in or more space would mend the others. */
function isRefusal(error: unknown): boolean {
  if (!isApiClientError(error) || error.code === 'network_failed') return false
  const { status } = error
  return status >= 400 && status < 500 && status !== 401 && status !== 403
}
