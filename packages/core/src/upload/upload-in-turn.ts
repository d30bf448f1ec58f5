import { turnOf } from '../async/turn.ts'
import { inTurn } from '../blobs/storage-in-turn.ts'
import type { UploadContext, UploadInTurn, UploadRequest } from './upload-context.ts'

/** The context of one upload, which always waits in the turn of its caller. */
export function uploadInTurn(
  context: UploadContext,
  { tenant, scope }: Pick<UploadRequest, 'tenant' | 'scope'>,
): UploadInTurn {
  const { caller } = context
  return inTurn(context, turnOf({ tenant, caller, scope }))
}
