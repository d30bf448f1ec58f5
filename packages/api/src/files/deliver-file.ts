import type { Asset } from '@stowage/core'
import { contentTag, variantOf } from '@stowage/core/internal'
import { INLINE_READ_LIMIT } from '@stowage/core/ports'
import { assertAuthorized } from '../auth/authorize.ts'
import { accelHeaders, canAccelerate } from '../delivery/accelerator.ts'
import { fileCacheControl } from '../delivery/compressible.ts'
import { namesTag } from '../delivery/content-tag.ts'
import { type DeliveredFile, type DeliveryPolicy, planDelivery } from '../delivery/plan-delivery.ts'
import { mayRedirect, redirectTo } from '../delivery/redirect.ts'
import { presignedCacheControl, signedDelivery } from '../delivery/signed-files.ts'
import { apiError } from '../errors/api-error.ts'
import { detailOf } from '../errors/detail.ts'
import { nullUnlessFault } from '../errors/null-unless-fault.ts'
import type { ApiResponse } from '../message/request.ts'
import type { RequestContext } from '../requests/request-context.ts'

/**
 * `GET /files/{publicFileId}/content` and `/download`. Makes a variant that does not exist yet, for HEAD too, because
 * HEAD states its size. Opens the blob only when bytes are to be sent.
 */
export async function deliverFile(
  asking: RequestContext,
  disposition: 'inline' | 'attachment',
): Promise<ApiResponse> {
  const { context, asset } = await servedAsset(asking, disposition)
  const { store, query, request, opened } = context
  const delivery = opened === null ? context.delivery : signedDelivery(context.delivery, opened)
  const { variant } = query
  const { method, headers: asked } = request
  const file = deliveredFile(asset, variant)
  const size = asking.query.variant
  const isNegotiated = size !== undefined && size !== variant
  // A size has one tag for all formats: clients with the same `Accept` get the same bytes.
  const tag = isNegotiated
    ? store.urls.contentTag(asset, { variant: size })
    : contentTag(file.sha256)
  const namesContent = namesTag(request.query, tag)
  const { status, headers, range } = planDelivery(
    file,
    { method, headers: asked, disposition, namesContent, isNegotiated },
    delivery,
  )
  if (range === null || method === 'HEAD') return { status, headers, body: null }
  const expiresIn = mayRedirect(headers, asked) ? delivery.redirectFor : null
  const url =
    expiresIn === null
      ? null
      : await presignedUrl(context, asset, { headers, expiresIn, namesContent })
  if (url !== null) return redirectTo(url, headers)
  const accelHeader =
    status !== 304 && canAccelerate(asked, status) ? accelHeaderOf(context, asset) : null
  if (accelHeader !== null) {
    return { status: 200, headers: accelHeaders(headers, accelHeader), body: null }
  }
  const { body } = await store.read(asset, {
    // A small file is read in one call, before an abort could be noticed.
    ...(range.end - range.start > INLINE_READ_LIMIT && { signal: request.signal }),
    ...(status === 206 && { range }),
    ...(variant !== undefined && { variant }),
  })
  return { status, headers, body }
}

/** What the blob store is to answer with. */
interface PresignedAnswer {
  readonly headers: Readonly<Record<string, string>>
  /** Seconds that its URL is good for. */
  readonly expiresIn: number
  /** Whether the client's URL names these bytes. */
  readonly namesContent: boolean
}

/** `null` when the blob store has no URLs of its own. */
function presignedUrl(
  { store, query: { variant }, request: { signal }, delivery, opened }: RequestContext,
  asset: Asset,
  { headers, expiresIn, namesContent }: PresignedAnswer,
): Promise<string | null> {
  const mimeType = headers['content-type'] ?? asset.mimeType
  return store.urls.presign(asset, {
    signal,
    ...(variant !== undefined && { variant }),
    mimeType,
    disposition: headers['content-disposition'] ?? 'attachment',
    cacheControl:
      opened === null || !namesContent
        ? (headers['cache-control'] ?? 'private, no-cache')
        : fileCacheControl(mimeType, presignedCacheControl(delivery, opened, expiresIn)),
    expiresIn,
  })
}

/** The header that lets the web server send the bytes; `null` when we do it. */
function accelHeaderOf({ store, query, delivery }: RequestContext, asset: Asset) {
  if (delivery.accelerator === null) return null
  const { variant } = query
  const path = store.urls.locate(asset, variant === undefined ? {} : { variant })
  return path === null ? null : delivery.accelerator(path)
}

/** The asset with the file that is served, and the request for that file. */
interface Served {
  readonly asset: Asset
  readonly context: RequestContext
}

async function servedAsset(
  context: RequestContext,
  disposition: 'inline' | 'attachment',
): Promise<Served> {
  const { store, principal, id, query, request, opened } = context
  const asset =
    opened?.asset ??
    (await store.get({ publicFileId: id }, principal === null ? { tenant: 'any' } : {}))
  // Before a variant is made.
  const action = disposition === 'inline' ? 'content' : 'download'
  await assertAuthorized(context, action, asset, noSuchFile)
  if (query.variant === undefined) return inPublicForm(context, asset, action)
  const { accept } = request.headers
  const options = { signal: request.signal, ...(accept !== undefined && { accept }) }
  const made = await store.pictures.ensure(asset, query.variant, options)
  return servedVariant(context, made)
}

/** The request for this variant. */
function servedVariant(
  context: RequestContext,
  { asset, variant }: { readonly asset: Asset; readonly variant: string },
): Served {
  return { asset, context: { ...context, query: { ...context.query, variant } } }
}

/**
 * The original; for everyone, what everyone may see in its place. Who has a key or a login gets the original of a public
 * file, too.
 */
async function inPublicForm(
  context: RequestContext,
  asset: Asset,
  action: 'content' | 'download',
): Promise<Served> {
  const { store, principal, request } = context
  if (principal !== null || store.view.location !== 'served') return { context, asset }
  const own = await servedToOwner(context, asset, action)
  if (own !== null) return own
  const form = await store.variants.publicForm(asset, { signal: request.signal })
  const { asset: now, variant } = form
  return variant === undefined
    ? { context, asset: now }
    : servedVariant(context, { asset: now, variant })
}

/** What the key or login of the request gets, if it may read the asset. No cache keeps the answer: everyone has its URL. */
async function servedToOwner(
  context: RequestContext,
  { publicFileId }: Asset,
  action: 'content' | 'download',
): Promise<Served | null> {
  const own = await context.asPrincipal()
  if (own === null) return null
  const asset = await nullUnlessFault(async () => {
    const found = await own.store.get({ publicFileId })
    await assertAuthorized(own, action, found, noSuchFile)
    return found
  })
  if (asset === null) return null
  const delivery: DeliveryPolicy = {
    ...own.delivery,
    cacheControl: 'private, no-store',
    revalidated: 'private, no-store',
    varies: ['Authorization', 'Cookie'],
  }
  return { asset, context: { ...own, delivery } }
}

function deliveredFile(asset: Asset, variant: string | undefined): DeliveredFile {
  if (asset.status !== 'ready') throw noSuchFile()
  if (variant === undefined) return asset
  const found = variantOf(asset, variant)
  if (found === undefined) throw noSuchFile()
  const { mimeType, extension, size, sha256 } = found
  const { createdAt, updatedAt } = asset
  const isOfSameType = extension === asset.extension && mimeType === asset.mimeType
  const name = isOfSameType ? asset.name : `${asset.name.replace(/\.[^.]*$/, '')}.${extension}`
  return { name, mimeType, charset: null, size, sha256, createdAt, updatedAt }
}

function noSuchFile() {
  return apiError('file_not_found', detailOf('file_not_found'))
}
