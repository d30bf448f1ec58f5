import type { Asset } from '../assets/asset.ts'
import { turnOf } from '../async/turn.ts'
import { inTurn } from '../blobs/storage-in-turn.ts'
import { isTracing, startTrace, traced } from '../tracing/trace.ts'
import type { UploadTrace } from '../tracing/trace-events.ts'
import { tracedMetadata } from '../tracing/traced-metadata.ts'
import type { UploadContext, UploadInTurn, UploadRequest } from './upload-context.ts'

type Uploading = Pick<UploadRequest, 'tenant' | 'scope' | 'trace'>

/**
 * Runs an upload with its context, which waits in the turn of its caller. `stowage:upload` tells of it; the analysis,
 * the variants and the commits of the upload are part of it.
 */
export function tracedUpload<Result>(
  store: UploadContext,
  request: Uploading,
  kind: UploadTrace['kind'],
  work: (context: UploadInTurn) => Promise<Result>,
  assetsOf: (result: Result) => readonly Asset[],
): Promise<Result> {
  const context = uploadInTurn(store, request)
  if (!isTracing() && request.trace == null) return work(context)
  const { tenant, trace: parent = null } = request
  const trace = startTrace('upload', { parent, tenant, kind, assetIds: [], bytes: 0 })
  const metadata = tracedMetadata(context.metadata, trace)
  return traced(trace, async () => {
    const result = await work(Object.assign(context, { metadata, trace }))
    const assets = assetsOf(result)
    trace.assetIds = assets.map(({ id }) => id)
    trace.bytes = assets.reduce((sum, { size }) => sum + size, 0)
    return result
  })
}

/** The context of one upload, which always waits in the turn of its caller. */
function uploadInTurn(
  context: UploadContext,
  { tenant, scope }: Pick<UploadRequest, 'tenant' | 'scope'>,
): UploadInTurn {
  const { caller } = context
  return inTurn(context, turnOf({ tenant, caller, scope }))
}
