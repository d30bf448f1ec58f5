import type { Asset } from '@stowage/core'
import { ticketInvalid } from '../auth/upload-ticket.ts'
import { readBody } from '../body/read-body.ts'
import { uploadedResource } from '../documents/asset-resource.ts'
import type { ApiError } from '../errors/api-error.ts'
import { multipartBoundaryOf } from '../http/content-type.ts'
import { idempotencyKeyOf } from '../http/idempotency-key.ts'
import type { ApiResponse } from '../message/request.ts'
import { malformedMultipart } from '../multipart/malformed.ts'
import { readParts } from '../multipart/read-parts.ts'
import { RedirectField } from '../multipart/redirect-field.ts'
import { type FormRules, UploadForm } from '../multipart/upload-form.ts'
import { jsonAnswer, seeOther } from './answer.ts'
import { assertUploadFits, BESIDE_FILES } from './assert-upload-fits.ts'
import type { RequestContext } from './request-context.ts'
import { resourceContext } from './resource-context.ts'

/** `POST /assets` */
export async function uploadAsset(context: RequestContext): Promise<ApiResponse> {
  const redirect = redirectOf(context)
  const assets = await upload(context, { fileFields: ['file'], files: 1, redirect })
  if (redirect?.path != null) return seeOther(redirect.path)
  const data = uploadedResource(assets[0] as Asset, await resourceContext(context, assets))
  return jsonAnswer(201, { data }, { location: `${context.root}/assets/${data.id}` })
}

/** `POST /assets/bulk-upload` */
export async function uploadAssets(context: RequestContext): Promise<ApiResponse> {
  const redirect = redirectOf(context)
  const rules: FormRules = { fileFields: ['files[]', 'files'], files: null, redirect }
  const assets = await upload(context, rules)
  if (redirect?.path != null) return seeOther(redirect.path)
  const shown = await resourceContext(context, assets)
  const data = assets.map((asset) => uploadedResource(asset, shown))
  return jsonAnswer(201, { data })
}

function redirectOf({ redirectTo }: RequestContext): RedirectField | undefined {
  return redirectTo ? new RedirectField() : undefined
}

async function upload(context: RequestContext, rules: FormRules): Promise<readonly Asset[]> {
  const { request, store, principal, ticket, limits, uploads } = context
  const { body, headers, signal } = request
  const boundary = multipartBoundaryOf(request)
  const idempotencyKey = idempotencyKeyOf(headers['idempotency-key'])
  assertUploadFits(context, {
    field: rules.fileFields[0],
    isOneFile: rules.files === 1,
    mayBeRepeated: idempotencyKey !== undefined,
  })
  if (body === null) throw malformedMultipart('The request has no body.')
  return uploads.run(principal ?? ticket, async () => {
    const { acceptBody: accept } = request
    const bytes = readBody(body, { limit: limits.requestSize, limits, signal, accept })
    const form = new UploadForm(readParts(bytes, boundary, limits), rules)
    try {
      return await store.uploadMany(form.files(), {
        signal,
        // What does not fit the quota is refused before it is asked for.
        expectedBytes: Math.max(0, Number(headers['content-length'] ?? 0) - BESIDE_FILES),
        ...(principal && { principal }),
        ...(ticket && { ticket }),
        ...(idempotencyKey !== undefined && { idempotencyKey }),
      })
    } catch (error) {
      const refusal = form.explain(error)
      throw ticket !== null && isRevoked(refusal) ? ticketInvalid() : refusal
    }
  })
}

/** Whether the ticket, or the key that made it, was revoked while its upload ran. */
function isRevoked({ problems: [first] }: ApiError): boolean {
  return first.code === 'unauthenticated'
}
