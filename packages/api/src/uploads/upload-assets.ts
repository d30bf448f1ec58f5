import type { Asset } from '@stowage/core'
import { uploadedResource } from '../assets/asset-resource.ts'
import { resourceContext } from '../assets/resource-context.ts'
import { uploadedAnswer } from '../assets/uploaded-answer.ts'
import { assertContentLength } from '../body/read-body.ts'
import { assertFileSize, MULTIPART_OVERHEAD } from '../files/file-size.ts'
import { multipartBoundaryOf } from '../http/headers/content-type.ts'
import type { ApiResponse } from '../message/request.ts'
import { readParts } from '../multipart/read-parts.ts'
import { RedirectField } from '../multipart/redirect-field.ts'
import { type FormRules, UploadForm } from '../multipart/upload-form.ts'
import { jsonAnswer, seeOther } from '../requests/answer.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { completeHeader, isRawUpload, rawUpload, resumableAnswer } from './raw-upload.ts'
import { storeFiles, type UploadSourceOf } from './store-files.ts'

/** `POST /assets` */
export async function uploadAsset(context: RequestContext): Promise<ApiResponse> {
  const { request, limits, store } = context
  const { fileSize } = store.view.limits
  const length = request.headers['content-length']
  if (isRawUpload(request)) return uploadRaw(context)
  const boundary = multipartBoundaryOf(request)
  assertContentLength(length, limits.requestSize)
  assertFileSize(length, fileSize, MULTIPART_OVERHEAD)
  const redirect = redirectOf(context)
  const rules: FormRules = { fileFields: ['file'], files: 1, redirect }
  const source = formUpload(context, boundary, rules)
  const { assets, status } = await storeFiles(context, source, MULTIPART_OVERHEAD)
  if (redirect?.path != null) return seeOther(redirect.path)
  return uploadedAnswer(context, status, assets[0] as Asset)
}

/** `POST /assets` with the file as the body itself. */
async function uploadRaw(context: RequestContext): Promise<ApiResponse> {
  const { request, limits, store } = context
  const resumable = resumableAnswer(context)
  if (resumable !== null) return resumable
  const length = request.headers['content-length']
  assertContentLength(length, limits.requestSize)
  assertFileSize(length, store.view.limits.fileSize, 0)
  const { assets, status } = await storeFiles(context, rawUpload(request), 0)
  return uploadedAnswer(context, status, assets[0] as Asset, completeHeader(request))
}

/** `POST /assets/bulk-upload` */
export async function uploadAssets(context: RequestContext): Promise<ApiResponse> {
  const { request, limits } = context
  const boundary = multipartBoundaryOf(request)
  assertContentLength(request.headers['content-length'], limits.requestSize)
  const redirect = redirectOf(context)
  const rules: FormRules = { fileFields: ['files[]', 'files'], files: null, redirect }
  const source = formUpload(context, boundary, rules)
  const { assets, status } = await storeFiles(context, source, MULTIPART_OVERHEAD)
  if (redirect?.path != null) return seeOther(redirect.path)
  const shown = await resourceContext(context, assets)
  const data = assets.map((asset) => uploadedResource(asset, shown))
  return jsonAnswer(status, { data })
}

function redirectOf({ redirectTo }: RequestContext): RedirectField | undefined {
  return redirectTo ? new RedirectField() : undefined
}

/** The files of a form. */
function formUpload(
  { limits }: RequestContext,
  boundary: string,
  rules: FormRules,
): UploadSourceOf {
  return (bytes) => {
    const form = new UploadForm(readParts(bytes, boundary, limits), rules)
    return { files: form.files(), explain: (error) => form.explain(error) }
  }
}
