import { invalidArgument } from '../errors/invalid-argument.ts'
import { StowageError } from '../errors/stowage-error.ts'
import type { PendingFile } from './pending-file.ts'

/** The bytes of all files together, as announced before they arrive. */
export interface AnnouncedBytes {
  /** Bytes that must arrive: with fewer the upload is incomplete. */
  readonly expected: number
  /** Bytes to reserve. At least `expected`. */
  readonly reserved: number
}

/** For an upload of which nothing is known. */
export const NOTHING_ANNOUNCED: AnnouncedBytes = { expected: 0, reserved: 0 }

/** Reads `expectedBytes` and `estimatedBytes`. `invalid_argument` unless they are numbers from 0. */
export function announcedBytes(options: {
  readonly expectedBytes?: number | undefined
  readonly estimatedBytes?: number | undefined
}): AnnouncedBytes {
  const expected = bytesOf('expectedBytes', options.expectedBytes)
  const estimated = bytesOf('estimatedBytes', options.estimatedBytes)
  return { expected, reserved: Math.max(expected, estimated) }
}

/** Throws `source_ended_early` when fewer bytes arrived than expected. */
export function assertAllCame(
  { expected }: AnnouncedBytes,
  received: readonly Pick<PendingFile, 'record'>[],
): void {
  const bytes = received.reduce((sum, { record }) => sum + record.size, 0)
  if (bytes >= expected) return
  const message = `The source ended early: ${expected} bytes were expected, ${bytes} came. Send all of it again.`
  throw new StowageError('source_ended_early', message, { context: { expected, received: bytes } })
}

function bytesOf(argument: string, value: number | undefined): number {
  if (value === undefined) return 0
  if (Number.isFinite(value) && value >= 0) return value
  throw invalidArgument(argument, `${argument} must be a number of bytes from 0.`)
}
