import type { ResumableUpload } from '@stowage/core/types'
import type { RequestContext } from '../../requests/request-context.ts'
import { uploadHeaders } from '../answers/upload-headers.ts'
import { interopVersionOf, type UploadProtocol } from '../headers/protocol.ts'

/** Interim answers of a request. */
export interface Announcer {
  /** Tells where the new upload is. `false`: the client cannot be told, and does not know of it before the answer. */
  created(): boolean
  /** Tells how far it is. */
  progressed(offset: number): void
}

const SILENT: Announcer = { created: () => false, progressed: () => {} }

/**
 * Sends 104 to clients of the draft whose interop version we know, each with that version, where the adapter can. One
 * about progress has no `Location`, as the draft asks for, and never says that all bytes are there.
 */
export function announcerOf(
  context: RequestContext,
  protocol: UploadProtocol,
  upload: ResumableUpload,
): Announcer {
  const { request } = context
  const version = protocol === 'ietf' ? interopVersionOf(request) : null
  if (version === null || request.informational === undefined) return SILENT
  const interop = { 'upload-draft-interop-version': String(version) }
  const send = (headers: Readonly<Record<string, string>>) =>
    request.informational?.(104, { ...interop, ...headers }) === true
  return {
    created() {
      const { location = '', 'upload-limit': limit = '' } = uploadHeaders(protocol, 'created', {
        ...context,
        upload,
      })
      return send({ location, 'upload-limit': limit })
    },
    progressed(offset) {
      if (offset !== upload.size) send({ 'upload-offset': String(offset) })
    },
  }
}
