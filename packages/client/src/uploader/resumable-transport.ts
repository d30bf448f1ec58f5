import { answerFailed, isApiClientError } from '../errors/api-client-error.ts'
import type { Asset } from '../generated/openapi.ts'
import type { ApiRequest } from '../request/connection.ts'
import type { Answer } from '../request/message.ts'
import { pathOf } from '../request/resource-path.ts'
import { countingTransport } from '../upload/counting-transport.ts'
import type { TransportJob, UploadTransport } from './transport.ts'
import { uploadMetadata } from './upload-metadata.ts'

/** The smallest piece that is tried when a proxy refuses larger ones. */
const SMALLEST_PIECE = 256 * 1024
/** Uploads that one attempt begins again because the service no longer has them. */
const NEW_BEGINNINGS = 2

/**
 * Requests after another, each with the next bytes (draft-ietf-httpbis-resumable-upload): its last answer is the asset
 * itself, also when it is asked for again.
 */
export function resumableTransport(smallest: number): UploadTransport {
  // Once the service has said that it takes none, it is not asked again.
  let isOffered = true
  return {
    // An empty file has nothing to go on with.
    takes: ({ size }) => isOffered && size >= Math.max(1, smallest),
    async attempt(job) {
      for (let count = 0; count <= NEW_BEGINNINGS; count += 1) {
        const known = job.saved
        let offset: number | null = 0
        if (known !== null) offset = await offsetOf(job, known.id)
        else if (!(await begin(job))) {
          isOffered = false
          return null
        }
        const asset = offset === null ? null : await sendFrom(job, offset)
        if (asset !== null) return asset
        // It has expired, or was deleted.
        await job.save(null)
      }
      throw answerFailed({ status: 404, text: '', retryAfter: null })
    },
    async discard({ connection, saved, ticket }) {
      if (saved === null) return
      const path = pathOf('uploads', saved.id)
      const request = { method: 'DELETE', path, idempotent: true, headers: {}, token: ticket }
      await connection.answer(request)
    },
  }
}

/**
 * Begins an upload without bytes. `false`: the service takes none. A pause waits for the answer: otherwise nobody would know
 * of the upload, and it would keep the place of its file in a ticket until it expires.
 */
async function begin(job: TransportJob): Promise<boolean> {
  const { name, fields, file, onDuplicate, ticket } = job
  try {
    const answer = await ask(job, {
      method: 'POST',
      path: '/uploads',
      isWhole: true,
      headers: {
        'upload-complete': '?0',
        'upload-length': String(file.size),
        'upload-metadata': uploadMetadata(name, fields),
        ...(onDuplicate !== undefined && { 'stowage-on-duplicate': onDuplicate }),
      },
    })
    heedLimit(job, answer)
    const id = answer.header('location')?.split('/').at(-1) ?? ''
    // Checked before it is remembered.
    pathOf('uploads', id)
    await job.save({ id, ticket })
    return true
  } catch (error) {
    const status = statusOf(error)
    // An unknown folder or a wrong key has the same status, and an answer of its own.
    const isMissing = isApiClientError(error) && !KNOWN_404.includes(error.code)
    if ((status === 404 || status === 405 || status === 501) && isMissing) return false
    throw error
  }
}

const KNOWN_404: readonly unknown[] = ['folder_not_found', 'asset_not_found']

/** How many bytes the service has; `null`: it no longer knows the upload. */
async function offsetOf(job: TransportJob, id: string): Promise<number | null> {
  try {
    const answer = await ask(job, { method: 'HEAD', path: pathOf('uploads', id), headers: {} })
    heedLimit(job, answer)
    const offset = Number(answer.header('upload-offset') ?? Number.NaN)
    if (!(offset >= 0 && offset <= job.file.size)) throw notOurs(answer)
    job.sent(offset)
    job.kept(offset)
    return offset
  } catch (error) {
    if (isGone(error)) return null
    const status = statusOf(error) ?? 503
    // Answers to HEAD do not say why: the end of the file is asked for, which every refusal answers.
    if (status >= 400 && status < 500 && status !== 408 && status !== 423 && status !== 429) {
      return job.file.size
    }
    throw error
  }
}

/** Sends from the offset to the end. `null`: the service no longer knows the upload. */
async function sendFrom(job: TransportJob, offset: number): Promise<Asset | null> {
  const { file, query, saved } = job
  if (saved === null) return null
  const path = pathOf('uploads', saved.id)
  for (let at = offset; ; ) {
    const end = Math.min(file.size, at + job.pieceBytes)
    const isLast = end === file.size
    const base = at
    try {
      const answer = await ask(job, {
        method: 'PATCH',
        path,
        query,
        headers: {
          'content-type': 'application/partial-upload',
          'upload-offset': String(at),
          'upload-complete': isLast ? '?1' : '?0',
        },
        body: file.slice(at, end),
        onSent: (bytes) => job.sent(base + Math.min(bytes, end - base)),
      })
      if (isLast) return assetOf(answer)
      at = end
      job.sent(at)
      job.kept(at)
    } catch (error) {
      if (isGone(error)) return null
      if (statusOf(error) !== 413 || !isOfProxy(error) || job.pieceBytes <= SMALLEST_PIECE)
        throw error
      job.pieceBytes = Math.max(SMALLEST_PIECE, Math.floor(job.pieceBytes / 2))
      const stored = await offsetOf(job, saved.id)
      if (stored === null) return null
      at = stored
    }
  }
}

function ask(
  { connection, signal, ticket }: TransportJob,
  {
    isWhole = false,
    ...request
  }: Omit<ApiRequest, 'idempotent' | 'token'> & {
    /** Not aborted with the upload. */
    readonly isWhole?: boolean
  },
): Promise<Answer> {
  const counts = request.onSent !== undefined && !connection.hasOwnFetch
  return connection.answer(
    { ...request, idempotent: false, token: ticket },
    { retries: 0, ...(!isWhole && { signal }) },
    counts ? countingTransport() : undefined,
  )
}

/** The service takes at most so many bytes in one request. */
function heedLimit(job: TransportJob, answer: Answer): void {
  const most = /max-append-size=(\d+)/.exec(answer.header('upload-limit') ?? '')?.[1]
  if (most !== undefined && Number(most) > 0)
    job.pieceBytes = Math.min(job.pieceBytes, Number(most))
}

/** Throws unless the answer holds an asset: without one, the upload is not shown as complete. */
function assetOf(answer: Answer): Asset {
  try {
    const { data } = JSON.parse(answer.text) as { readonly data?: Asset }
    if (data?.type === 'assets') return data
  } catch {}
  throw notOurs(answer)
}

function notOurs({ status }: Answer) {
  return answerFailed({ status, text: '', retryAfter: null })
}

/** Answers to HEAD have no code. A refusal because of a folder that is gone has another one. */
function isGone(error: unknown): boolean {
  if (!isApiClientError(error) || error.code === 'network_failed') return false
  const { code, status } = error
  const isUntold = code === 'unexpected_answer' && (status === 404 || status === 410)
  return isUntold || code === 'upload_not_found' || code === 'upload_expired'
}

/** The request was too large, not the file. */
function isOfProxy(error: unknown): boolean {
  return (
    isApiClientError(error) &&
    (error.code === 'unexpected_answer' || error.code === 'body_too_large')
  )
}

function statusOf(error: unknown): number | undefined {
  return isApiClientError(error) && error.code !== 'network_failed' ? error.status : undefined
}
