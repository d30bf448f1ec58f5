import type { Asset } from '../generated/openapi.ts'
import { upload } from '../upload/upload.ts'
import type { UploadTransport } from './transport.ts'

/** One request with the whole file. */
export const plainTransport: UploadTransport = {
  takes: () => true,
  async attempt(job) {
    const { connection, file, name, fields, onDuplicate, query } = job
    const { idempotencyKey, ticket, signal } = job
    const { data } = await upload<{ data: Asset }>(
      connection,
      { path: '/assets', field: 'file', idempotent: true },
      [{ file, name }],
      {
        fields,
        onDuplicate,
        query,
        idempotencyKey,
        ticket,
        signal,
        retries: 0,
        onProgress: ({ loaded }) => job.sent(loaded),
      },
    )
    return data
  },
  discard: async () => {},
}
