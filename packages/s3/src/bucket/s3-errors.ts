import type { S3ServiceException } from '@aws-sdk/client-s3'
import { isStowageError, StowageError } from '@stowage/core'

/** Whether S3 answered that there is no such object, or no such multipart upload. */
export function isMissing(error: unknown): boolean {
  return isAnswer(error, 'NoSuchKey', 'NotFound', 'NoSuchUpload')
}

/** Whether S3 answered that the object is there already (`If-None-Match: *`). */
export function isTaken(error: unknown): boolean {
  // Two conditional writes that met: one of them has won or will.
  return isAnswer(error, 'PreconditionFailed', 'ConditionalRequestConflict')
}

/** Whether S3 answered that no byte of the object lies in the range. */
export function isOutOfRange(error: unknown): boolean {
  return isAnswer(error, 'InvalidRange')
}

function isAnswer(error: unknown, ...names: string[]): boolean {
  return isOfService(error) && names.includes(error.name)
}

/** Checked by its members: the app's client may come from another copy of the SDK, or from another realm. */
function isOfService(error: unknown): error is S3ServiceException {
  return typeof error === 'object' && error !== null && '$metadata' in error && 'name' in error
}

const NO_ROOM = ['QuotaExceeded', 'InsufficientCapacity', 'StorageFull', 'XMinioStorageFull']

/**
 * What a caller of the port gets: `insufficient_storage` when there is no room, else `unavailable`, with
 * S3's error as the cause and its name as `context.answer`. Our own errors and aborts stay as they are.
 */
export async function translateErrors<Result>(
  work: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  try {
    signal?.throwIfAborted()
    return await work()
  } catch (error) {
    signal?.throwIfAborted()
    throw toPortError(error)
  }
}

/** Yields as `items` does; see `translateErrors`. */
export async function* translateEachError<Item>(
  items: AsyncIterable<Item>,
  signal?: AbortSignal,
): AsyncGenerator<Item> {
  try {
    signal?.throwIfAborted()
    yield* items
  } catch (error) {
    signal?.throwIfAborted()
    throw toPortError(error)
  }
}

function isError(thrown: unknown): thrown is Error {
  return typeof thrown === 'object' && thrown !== null && 'name' in thrown && 'message' in thrown
}

function toPortError(error: unknown): unknown {
  return isStowageError(error) || !isError(error) ? error : unusable(error)
}

/** What an error of the client, or of its connection, is for callers of the port. */
export function unusable(error: Error): StowageError {
  const answer = error.name
  const status = isOfService(error) ? error.$metadata.httpStatusCode : undefined
  const options = { cause: error, context: { answer } }
  if (status === 507 || NO_ROOM.includes(answer)) {
    return new StowageError('insufficient_storage', 'The storage has no room left.', options)
  }
  return new StowageError('unavailable', `The storage cannot be used (${answer}).`, options)
}
