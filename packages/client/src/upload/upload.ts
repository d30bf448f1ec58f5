import type { Connection } from '../request/connection.ts'
import { countingTransport } from './counting-transport.ts'
import { formBody, type NamedFile, randomHex } from './form-body.ts'
import type { UploadOptions, UploadProgress } from './upload-options.ts'

interface UploadRoute {
  /** Default `POST`. */
  readonly method?: 'POST' | 'PUT'
  readonly path: string
  readonly field: string
  /** See `ApiRequest`. */
  readonly idempotent: boolean
  /** Besides those of every upload. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends files in one form. Every attempt has the same Idempotency-Key, so that none is stored twice. */
export async function upload<Document>(
  connection: Connection,
  { method = 'POST', path, field, idempotent, headers }: UploadRoute,
  files: readonly NamedFile[],
  options: UploadOptions,
): Promise<Document> {
  const { idempotencyKey = randomHex(), onDuplicate, query, ticket, fields, ...others } = options
  const { onProgress, ...call } = others
  const { contentType, body } = formBody(field, files, fields)
  const report = onProgress && reporter(onProgress, files, body.size)
  const request = {
    method,
    path,
    query,
    idempotent,
    token: ticket,
    headers: {
      'content-type': contentType,
      'idempotency-key': `"${idempotencyKey}"`,
      ...(onDuplicate !== undefined && { 'stowage-on-duplicate': onDuplicate }),
      ...headers,
    },
    body,
    onSent: report,
  }
  const document = await connection.json<Document>(
    request,
    call,
    report === undefined || connection.hasOwnFetch ? undefined : countingTransport(),
  )
  report?.(body.size)
  return document
}

/** Converts bytes of the form to bytes of the files, in proportion. */
function reporter(
  onProgress: (progress: UploadProgress) => void,
  files: readonly NamedFile[],
  size: number,
): (sent: number) => void {
  const total = files.reduce((sum, { file }) => sum + file.size, 0)
  return (sent) => onProgress({ loaded: Math.floor((Math.min(sent, size) / size) * total), total })
}
