import type { Asset } from '@stowage/core'
import { isStowageError } from '@stowage/core'
import { assetNotFound } from '@stowage/core/internal'
import type { ReplaceContentOptions } from '@stowage/core/types'
import { assertAuthorized } from '../auth/authorize.ts'
import { assertContentLength, readBody } from '../body/read-body.ts'
import {
  assertUnchanged,
  conditionOf,
  entityTag,
  preconditionFailed,
} from '../documents/entity-tag.ts'
import { assertFileSize, MULTIPART_OVERHEAD } from '../files/file-size.ts'
import { boundaryIfForm } from '../http/headers/content-type.ts'
import type { ApiResponse } from '../message/request.ts'
import { onlyFileOf } from '../multipart/only-file.ts'
import { rawFileOf } from '../multipart/raw-file.ts'
import { readParts } from '../multipart/read-parts.ts'
import { UploadForm } from '../multipart/upload-form.ts'
import { jsonAnswer } from '../requests/answer.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { assetResource } from './asset-resource.ts'

type Bytes = ReturnType<typeof readBody>

/** `PUT /assets/{assetId}/content` */
export async function replaceContent(context: RequestContext): Promise<ApiResponse> {
  const { request, store, id, principal, limits, uploads } = context
  const { headers, signal } = request
  const boundary = boundaryIfForm(request)
  const length = headers['content-length']
  const beside = boundary === null ? 0 : MULTIPART_OVERHEAD
  assertContentLength(length, limits.requestSize)
  assertFileSize(length, store.view.limits.fileSize, beside)
  const condition = conditionOf(headers)
  const options: ReplaceContentOptions = {
    signal,
    ...condition,
    ...(principal && { principal }),
    estimatedBytes: Math.max(0, Number(length ?? 0) - beside),
  }
  const asset = await uploads.run(principal, async () => {
    // Before a byte is asked for.
    assertUnchanged(await assetToReplace(context), condition)
    const bytes = readBody(request, { limit: limits.requestSize, limits })
    try {
      if (boundary !== null) return await replaceByForm(context, bytes, boundary, options)
      return await store.versions.replace(id, rawFileOf(request, bytes), options)
    } catch (error) {
      throw isStowageError(error, 'changed_meanwhile') ? preconditionFailed() : error
    } finally {
      await bytes.return()
    }
  })
  const data = assetResource(asset, context)
  return jsonAnswer(200, { data }, { etag: entityTag(asset) })
}

async function assetToReplace(context: RequestContext): Promise<Asset> {
  const { store, id, request } = context
  const asset = await store.get(id, { signal: request.signal })
  await assertAuthorized(context, 'update', asset, () => assetNotFound([asset.id]))
  return asset
}

async function replaceByForm(
  { store, id, limits }: RequestContext,
  bytes: Bytes,
  boundary: string,
  options: ReplaceContentOptions,
): Promise<Asset> {
  const form = new UploadForm(readParts(bytes, boundary, limits), {
    fileFields: ['file'],
    files: 1,
  })
  try {
    return await store.versions.replace(id, await onlyFileOf(form.files()), options)
  } catch (error) {
    throw isStowageError(error, 'changed_meanwhile') ? error : form.explain(error)
  }
}
