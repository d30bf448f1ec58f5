import { isStowageError } from '@stowage/core'
import type { AppendedUpload, ResumableUpload, UploaderOptions } from '@stowage/core/types'
import { ticketInvalid } from '../auth/upload-ticket.ts'
import { ApiError } from '../errors/api-error.ts'
import type { ApiRequest } from '../message/request.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { noteOf } from './answers/upload-note.ts'
import { spokenProtocol, TUS_VERSION, type UploadProtocol } from './headers/protocol.ts'

/** Who asks for an upload. */
export function uploaderOf({ ticket, request }: RequestContext): UploaderOptions {
  const { signal } = request
  return ticket === null ? { signal } : { signal, ticket }
}

/**
 * The protocol of a request about an upload: what its headers say, else what the upload was created with. Throws 412
 * `tus_version` for tus without a version, or of one that we do not speak.
 */
export function protocolFor(request: ApiRequest, upload: ResumableUpload): UploadProtocol {
  const spoken = spokenProtocol(request) ?? noteOf(upload).protocol
  const isUntold = spoken === 'tus' && request.headers['tus-resumable'] === undefined
  if (spoken === 'tus-version' || isUntold) throw unknownVersion()
  return spoken
}

/** Throws 412 before anything is looked up, as tus asks for. */
export function assertKnownVersion(request: ApiRequest): void {
  if (spokenProtocol(request) === 'tus-version') throw unknownVersion()
}

/** 412: the client speaks tus of another version, or does not say which. */
export function unknownVersion(): ApiError {
  const detail = `Send \`Tus-Resumable: ${TUS_VERSION}\`: this service speaks that version of tus.`
  return new ApiError([{ code: 'tus_version', detail, source: { header: 'Tus-Resumable' } }], {
    'tus-version': TUS_VERSION,
    'tus-resumable': TUS_VERSION,
  })
}

/** Throws 503 while the asset is being made: no answer may show that all bytes are there before it is. */
export function assertSettled({ upload }: AppendedUpload): void {
  if (upload.status !== 'finishing') return
  const detail = 'All bytes are stored, and the asset is being made. Ask again with HEAD.'
  throw new ApiError([{ code: 'upload_locked', detail, status: 503 }], { 'retry-after': '5' })
}

/** What a refusal of the store is for a client with a ticket: 401 when the ticket or its key was revoked meanwhile. */
export function forTicket(error: ApiError, { ticket }: RequestContext): ApiError {
  return ticket !== null && error.problems[0].code === 'unauthenticated' ? ticketInvalid() : error
}

/** Whether nothing is left to give up. */
export function isFinished(error: unknown): boolean {
  return isStowageError(error, 'upload_finished')
}
