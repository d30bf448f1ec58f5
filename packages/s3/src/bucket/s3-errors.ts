import type { S3ServiceException } from '@aws-sdk/client-s3'
import { isStowageError, StowageError } from '@stowage/core'
import { errorMessage, firstFailure } from '@stowage/core/internal'

/** Whether S3 answered that there is no such object, or no such multipart upload. */
export function isMissing(error: unknown): boolean {
  return isAnswer(error, 'NoSuchKey', 'NotFound', 'NoSuchUpload')
}

/** Whether S3 answered that the object already exists (`If-None-Match: *`). */
export function isTaken(error: unknown): boolean {
  // The latter means that two conditional writes met: one of them has won or will.
  return isAnswer(error, 'PreconditionFailed', 'ConditionalRequestConflict')
}

/** Whether S3 answered that the parts of a multipart upload are not those that were sent, or are gone. */
export function lacksParts(error: unknown): boolean {
  return isAnswer(error, 'NoSuchUpload', 'InvalidPart', 'InvalidPartOrder')
}

/** Whether S3 answered that no byte of the object is in the range. */
export function isOutOfRange(error: unknown): boolean {
  return isAnswer(error, 'InvalidRange')
}

function isAnswer(error: unknown, ...names: string[]): boolean {
  return isOfService(error) && names.includes(error.name)
}

/** Goes by its members: the app's client may come from another copy of the SDK, or from another realm. */
function isOfService(error: unknown): error is S3ServiceException {
  return typeof error === 'object' && error !== null && '$metadata' in error && 'name' in error
}

/** Answers of a service that does not know the request. */
const UNKNOWN_TO_SERVICE = ['NotImplemented', 'MethodNotAllowed', 'MissingContentMD5']

/** Whether S3 answered that it lacks the feature, so that the request must be made in another way. */
export function lacksFeature(error: unknown): boolean {
  if (isAnswer(error, ...UNKNOWN_TO_SERVICE)) return true
  return isOfService(error) && [405, 501].includes(error.$metadata.httpStatusCode ?? 0)
}

/**
 * Answers that last until somebody changes the service, its bucket or the credentials, and what to do about them. Any
 * other answer may pass.
 */
export const LASTING: Readonly<Record<string, string>> = {
  NoSuchBucket: 'The bucket does not exist. Make it, or name another.',
  InvalidBucketName: 'The bucket has a name that the service does not take. Name another.',
  AccessDenied:
    'The credentials may not do this. Give them the rights that the README of @stowage/s3 lists.',
  AllAccessDisabled: 'The service has shut the bucket. Ask its provider.',
  AccountProblem: 'The service refuses the account. Ask its provider.',
  InvalidAccessKeyId: 'The service does not know the access key. Correct the credentials.',
  SignatureDoesNotMatch:
    'The secret does not fit the access key, or a proxy changes requests. Correct the credentials.',
  InvalidToken: 'The session token is wrong. Correct the credentials.',
  ExpiredToken: 'The session token has expired. Renew the credentials.',
  RequestTimeTooSkewed: 'The clock of this machine is off. Set it by NTP.',
  PermanentRedirect: 'The bucket is in another region. Name that region, or its endpoint.',
  AuthorizationHeaderMalformed: 'The region is not that of the bucket. Name the right one.',
  EntityTooLarge: 'The service takes no object of this size. Lower `limits.fileSize` of the store.',
  InvalidObjectState:
    'The object is in an archive that must be restored first. Keep blobs in a class that answers at once.',
  CredentialsProviderError:
    'There are no credentials. Set them in `config`, or in the environment.',
}

/** What to do about an answer that does not pass by itself; `null` when trying again may help. */
export function remedyOf(error: unknown): string | null {
  if (lacksFeature(error)) {
    return 'The service does not have this feature of S3. The README of @stowage/s3 says which services have all that is needed.'
  }
  return isError(error) ? (LASTING[error.name] ?? null) : null
}

/** Whether the same request may succeed when repeated: the network failed, or S3 did. */
export function mayPass(error: unknown): boolean {
  if (isStowageError(error) || hasNoRoom(error) || remedyOf(error) !== null) return false
  const { $metadata, $retryable, code } = error as {
    readonly $metadata?: { readonly httpStatusCode?: number }
    readonly $retryable?: unknown
    readonly code?: string
  }
  const status = $metadata?.httpStatusCode ?? 0
  if (isError(error) && PASSING.includes(error.name)) return true
  return $retryable !== undefined || code !== undefined || status === 429 || status >= 500
}

/** Whether this answer, as `DeleteObjects` reports it, means that the object is missing. */
export function saysMissing(answer: string | undefined): boolean {
  return answer === 'NoSuchKey'
}

/** The error for objects that still exist. `answer` is what `DeleteObjects` reports for one of them. */
export function notDeleted(bucket: string, answer = 'unknown'): StowageError {
  const message = `The bucket ${bucket} still has objects that were to be deleted (${answer}).`
  const remedy = LASTING[answer]
  const text = remedy === undefined ? message : `${message} ${remedy}`
  return new StowageError('unavailable', text, { context: { answer } })
}

/** Answers and failures that pass, although neither their status nor a system error code says so. */
const PASSING = ['TimeoutError', 'RequestTimeout', 'RequestTimeoutException', 'TooManyRequests']
const NO_ROOM = ['QuotaExceeded', 'InsufficientCapacity', 'StorageFull', 'XMinioStorageFull']

/**
 * What a caller of the port gets: `insufficient_storage` when there is no room, else `unavailable`, with
 * S3's error as the cause and its name as `context.answer`. Our own errors and aborts stay as they are.
 */
export async function translateErrors<Result>(
  bucket: string,
  work: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  try {
    signal?.throwIfAborted()
    return await work()
  } catch (error) {
    signal?.throwIfAborted()
    throw toPortError(bucket, error)
  }
}

/** Yields as `items` does; see `translateErrors`. */
export async function* translateEachError<Item>(
  bucket: string,
  items: AsyncIterable<Item>,
  signal?: AbortSignal,
): AsyncGenerator<Item> {
  try {
    signal?.throwIfAborted()
    yield* items
  } catch (error) {
    signal?.throwIfAborted()
    throw toPortError(bucket, error)
  }
}

function isError(thrown: unknown): thrown is Error {
  return typeof thrown === 'object' && thrown !== null && 'name' in thrown && 'message' in thrown
}

function toPortError(bucket: string, error: unknown): unknown {
  return isStowageError(error) || !isError(error) ? error : unusable(bucket, error)
}

function hasNoRoom(error: unknown): boolean {
  if (isError(error) && NO_ROOM.includes(error.name)) return true
  return isOfService(error) && error.$metadata.httpStatusCode === 507
}

/** Translates an error of the client, or of its connection, for callers of the port. */
export function unusable(bucket: string, error: Error): StowageError {
  const answer = error.name
  const options = { cause: error, context: { answer } }
  if (hasNoRoom(error)) {
    const message = `The storage of the bucket ${bucket} has no room left.`
    return new StowageError('insufficient_storage', message, options)
  }
  const remedy = remedyOf(error)
  const message = `The bucket ${bucket} cannot be used (${reasonOf(error)}).`
  const text = remedy === null ? message : `${message} ${remedy}`
  return new StowageError('unavailable', text, options)
}

/** Longer messages are pages of a proxy. */
const MAX_REASON = 200

/** The answer in the words of S3, which name the denied right, or of the system, which name the host. */
function reasonOf(error: Error): string {
  const words = errorMessage(firstFailure(error)).replaceAll(/\s+/g, ' ').trim()
  const { name } = error
  if (words === '' || words === name || words.length > MAX_REASON) return name
  return name === 'Error' || name === 'AggregateError' ? words : `${name}: ${words}`
}
