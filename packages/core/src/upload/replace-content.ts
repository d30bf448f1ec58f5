import type { AnalysisIssue } from '@stowage/analysis'
import type { Asset } from '../assets/asset.ts'
import type { AssetScope } from '../assets/asset-scope.ts'
import type { Principal } from '../keys/api-key.ts'
import { isLateSource, nameOfSource } from '../staging/upload-source.ts'
import { newUuid } from '../time/new-uuid.ts'
import type { Trace } from '../tracing/trace-events.ts'
import { createVariantWait } from '../variants/variant-wait.ts'
import { factsOf, type NewContent } from '../versions/asset-version.ts'
import { type AnnouncedBytes, assertAllCame } from './announced-bytes.ts'
import { commitPending } from './commit-upload.ts'
import { type PendingFile, pendingBlobKeys } from './pending-file.ts'
import { uploadAllowance } from './policy/upload-allowance.ts'
import { quotaOf } from './policy/upload-policy.ts'
import { receiveFile } from './receive-file.ts'
import { tracedUpload } from './traced-upload.ts'
import type { UploadContext, UploadInTurn } from './upload-context.ts'
import type { UploadInput } from './upload-options.ts'

/** One call of `versions.replace`, checked. */
export interface ReplaceRequest {
  readonly tenant: string
  readonly scope: AssetScope | null
  /** The asset as it was found. The transaction looks at it again. */
  readonly asset: Asset
  readonly input: UploadInput
  /** The name that the asset gets; `null`: its name stays. */
  readonly name: string | null
  readonly principal: Principal | undefined
  readonly ifMatch?: readonly string[]
  readonly announced: AnnouncedBytes
  /** What the replacement is part of. Default: nothing that is traced. */
  readonly trace?: Trace | null
  readonly signal: AbortSignal
}

/** The result of a replacement. */
export interface ContentReplaced {
  readonly asset: Asset
  /** Whether its content is different from before. */
  readonly changed: boolean
  readonly issues: readonly AnalysisIssue[]
}

/**
 * Stages, analyses and checks a file as an upload does, then gives it to an existing asset. Its old content becomes
 * a version.
 */
export function replaceContent(
  store: UploadContext,
  request: ReplaceRequest,
): Promise<ContentReplaced> {
  const work = (context: UploadInTurn) => replace(context, request)
  return tracedUpload(store, request, 'replace', work, ({ asset }) => [asset])
}

async function replace(context: UploadInTurn, request: ReplaceRequest): Promise<ContentReplaced> {
  const { tenant, scope, asset, input, principal, announced, signal } = request
  // The replaced content frees room, so only the transaction knows how much the tenant grows.
  const isRepeatable = true
  const share = context.quotaShares({ tenant, isRepeatable, signal })
  const allowance = uploadAllowance(context.limits, {
    ticket: undefined,
    isRepeatable,
    reservedBytes: announced.reserved,
  })
  const variantWait = createVariantWait(context.variantWait)
  const pending: PendingFile[] = []
  try {
    await share?.expect({ bytes: announced.reserved, files: 1 })
    // The type of a text file may depend on its name.
    const known = request.name ?? input.name ?? nameOfSource(input.source)
    const name = known ?? (isLateSource(input.source) ? undefined : asset.name)
    const file = await receiveFile(
      // The own data of the asset stays.
      { ...context, describe: null, metadataSchema: null },
      { ...input, ...(name !== undefined && { name }) },
      {
        tenant,
        scope,
        files: [],
        principal,
        ticket: undefined,
        idempotencyKey: undefined,
        folderId: null,
        pendingHours: null,
        onDuplicate: undefined,
        duplicatesOf: null,
        own: {},
        announced,
        signal,
      },
      { share, allowance, variantWait },
    )
    pending.push(file)
    assertAllCame(announced, pending)
    await file.put
    signal.throwIfAborted()
    const quota = await quotaOf(context.policy, tenant, signal)
    share?.release()
    const { grace, keepFor } = context.versions
    const { asset: after, changed } = await commitPending(context, pending, signal, () =>
      context.metadata.versions.replace({
        tenant,
        id: asset.id,
        scope,
        content: contentOf(pending[0] ?? file, request.name),
        version: { id: newUuid(), keepFor },
        grace,
        jobs: context.variants.jobsFor([Object.assign({}, pending[0]?.record, { id: asset.id })]),
        keyId: principal?.kind === 'key' ? principal.id : null,
        quota,
        ...(request.ifMatch !== undefined && { ifMatch: request.ifMatch }),
      }),
    )
    if (!changed) await context.collector.rollback(pendingBlobKeys(pending))
    return { asset: after, changed, issues: file.issues }
  } catch (error) {
    await Promise.allSettled(pending.map(({ put }) => put))
    await context.collector.rollback(pendingBlobKeys(pending), error)
    throw error
  } finally {
    share?.release()
    await Promise.all(pending.map(({ discard }) => discard()))
  }
}

function contentOf({ record }: PendingFile, name: string | null): NewContent {
  const { blobKey, variants, failedVariants } = record
  return { ...factsOf(record), name, blobKey, variants, failedVariants }
}
