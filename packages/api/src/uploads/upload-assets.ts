import type { Asset } from '@stowage/core'
import { uploadedResource } from '../assets/asset-resource.ts'
import { resourceContext } from '../assets/resource-context.ts'
import { ticketInvalid } from '../auth/upload-ticket.ts'
import { assertContentLength, readBody } from '../body/read-body.ts'
import { entityTag } from '../documents/entity-tag.ts'
import type { ApiError } from '../errors/api-error.ts'
import { assertFileSize, MULTIPART_OVERHEAD } from '../files/file-size.ts'
import { multipartBoundaryOf } from '../http/headers/content-type.ts'
import { idempotencyKeyOf } from '../http/headers/idempotency-key.ts'
import { onDuplicateOf } from '../http/headers/on-duplicate.ts'
import type { ApiResponse } from '../message/request.ts'
import { readParts } from '../multipart/read-parts.ts'
import { RedirectField } from '../multipart/redirect-field.ts'
import { type FormRules, UploadForm } from '../multipart/upload-form.ts'
import { jsonAnswer, seeOther } from '../requests/answer.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { duplicateRights } from './duplicates.ts'

/** `POST /assets` */
export async function uploadAsset(context: RequestContext): Promise<ApiResponse> {
  const { request, limits, store } = context
  const { fileSize } = store.view.limits
  const length = request.headers['content-length']
  const boundary = multipartBoundaryOf(request)
  assertContentLength(length, limits.requestSize)
  assertFileSize(length, fileSize, MULTIPART_OVERHEAD)
  const redirect = redirectOf(context)
  const rules: FormRules = { fileFields: ['file'], files: 1, redirect }
  const { assets, status } = await upload(context, boundary, rules)
  if (redirect?.path != null) return seeOther(redirect.path)
  const asset = assets[0] as Asset
  const data = uploadedResource(asset, await resourceContext(context, assets))
  const location = `${context.root}/assets/${data.id}`
  return jsonAnswer(status, { data }, { location, etag: entityTag(asset) })
}

/** `POST /assets/bulk-upload` */
export async function uploadAssets(context: RequestContext): Promise<ApiResponse> {
  const { request, limits } = context
  const boundary = multipartBoundaryOf(request)
  assertContentLength(request.headers['content-length'], limits.requestSize)
  const redirect = redirectOf(context)
  const rules: FormRules = { fileFields: ['files[]', 'files'], files: null, redirect }
  const { assets, status } = await upload(context, boundary, rules)
  if (redirect?.path != null) return seeOther(redirect.path)
  const shown = await resourceContext(context, assets)
  const data = assets.map((asset) => uploadedResource(asset, shown))
  return jsonAnswer(status, { data })
}

function redirectOf({ redirectTo }: RequestContext): RedirectField | undefined {
  return redirectTo ? new RedirectField() : undefined
}

/** The assets of an upload in their order. 200 when it stored none of them, because all existed; otherwise 201. */
async function upload(
  context: RequestContext,
  boundary: string,
  rules: FormRules,
): Promise<{ readonly assets: readonly Asset[]; readonly status: 200 | 201 }> {
  const { request, store, principal, ticket, limits, uploads } = context
  const { headers, signal } = request
  const idempotencyKey = idempotencyKeyOf(headers['idempotency-key'])
  const onDuplicate = onDuplicateOf(headers['stowage-on-duplicate'])
  return uploads.run(principal ?? ticket, async () => {
    const bytes = readBody(request, { limit: limits.requestSize, limits })
    const form = new UploadForm(readParts(bytes, boundary, limits), rules)
    const duplicates = duplicateRights(context)
    let returned = 0
    try {
      const assets = await store.uploadMany(form.files(), {
        signal,
        // So what does not fit the ticket or the quota is refused before we ask for its bytes.
        estimatedBytes: Math.max(0, Number(headers['content-length'] ?? 0) - MULTIPART_OVERHEAD),
        ...(principal && { principal }),
        ...(ticket && { ticket }),
        ...(idempotencyKey !== undefined && { idempotencyKey }),
        ...(onDuplicate !== undefined && { onDuplicate }),
        ...duplicates.options,
        onReturned: () => {
          returned += 1
        },
      })
      return { assets, status: returned === assets.length ? 200 : 201 }
    } catch (error) {
      const refusal = form.explain(await duplicates.explain(error))
      throw ticket !== null && isRevoked(refusal) ? ticketInvalid() : refusal
    }
  })
}

/** Whether the ticket, or the key that made it, was revoked while its upload ran. */
function isRevoked({ problems: [first] }: ApiError): boolean {
  return first.code === 'unauthenticated'
}
