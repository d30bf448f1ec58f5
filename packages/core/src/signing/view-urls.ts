import { assertInteger } from '../arguments/assert-integer.ts'
import { mustBe } from '../arguments/must-be.ts'
import { isStorableText, requireText } from '../arguments/require-text.ts'
import type { Asset } from '../assets/asset.ts'
import { requireAsset } from '../assets/asset-argument.ts'
import { locateAsset, presignAsset } from '../assets/read-asset.ts'
import type { ViewedStore } from '../assets/store-view.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { assetNotFound } from '../errors/metadata-errors.ts'
import type { StowageError } from '../errors/stowage-error.ts'
import { requireOptions } from '../options/call-options.ts'
import { assertKnown, type KnownOptions } from '../options/known-options.ts'
import type { AssetStore } from '../store/asset-store.ts'
import { CALLS } from '../store/known-options.ts'
import type { StoreCore } from '../store/opening/store-core.ts'
import type { SignedFile } from './canonical-text.ts'
import { servedTagOf } from './content-tag.ts'
import { checkBaseUrl, checkRoute, fileUrl } from './file-url.ts'
import { type Signer, signatureInvalid } from './signer.ts'
import type { SignUrlOptions, SignUrlsOptions, StoreUrls } from './store-urls.ts'

const DEFAULT_EXPIRES_IN = 3600

/** `AssetStore.urls` of one tenant. */
export function viewUrls(
  core: StoreCore,
  store: Pick<ViewedStore, 'tenant'> & Pick<AssetStore, 'get' | 'variants'>,
): StoreUrls {
  const { calls, signer } = core

  const { sizes } = core.variants
  const { location } = core.uploads
  const tagOf = (asset: Asset, variant: string | undefined) =>
    servedTagOf({ sizes, location }, asset, variant)

  function checked<Options extends SignUrlsOptions>(
    call: KnownOptions<Options>,
    asset: Asset,
    options: Options,
  ) {
    calls.assertOpen()
    const { maxExpiresIn, expiryOf, sign } = configured(signer)
    requireAsset(asset)
    if (typeof options !== 'object' || options === null) {
      throw mustBe('options', `an object with ${[...call.rules.keys()].join(', ')}`, options)
    }
    assertKnown(call, options)
    const { expiresIn = DEFAULT_EXPIRES_IN, baseUrl = '' } = options
    assertInteger('expiresIn', expiresIn, 1, maxExpiresIn)
    checkBaseUrl(baseUrl, 'baseUrl')
    if (asset.tenant !== store.tenant) throw assetNotFound([asset.id])
    const expires = expiryOf(expiresIn)
    const urlOf = (route: SignedFile['route'], variant?: string) => {
      const file = { publicFileId: asset.publicFileId, route, variant }
      const { expires: until, v, signature } = sign(file, asset.tenant, expires)
      return fileUrl(baseUrl, file, {
        expires: until,
        v,
        signature,
        c: tagOf(asset, variant),
      })
    }
    return { urlOf, expiresAt: new Date(expires * 1000) }
  }

  return {
    isConfigured: signer !== null,
    maxExpiresIn: signer?.maxExpiresIn ?? 0,
    sign(asset, options: SignUrlOptions = {}) {
      const { urlOf, expiresAt } = checked(CALLS.sign, asset, options)
      const { route = 'content', variant } = options
      checkRoute(route, 'route')
      if (variant !== undefined) requireVariant(variant)
      return { url: urlOf(route, variant), expiresAt }
    },
    signAll(asset, options = {}) {
      const { urlOf, expiresAt } = checked(CALLS.signUrls, asset, options)
      const hasThumbnail = store.variants.offers(asset, 'thumbnail')
      return {
        url: urlOf('content'),
        thumbnailUrl: hasThumbnail ? urlOf('content', 'thumbnail') : null,
        downloadUrl: urlOf('download'),
        expiresAt,
      }
    },
    contentTag(asset, options = {}) {
      requireAsset(asset)
      const { variant } = requireOptions(CALLS.contentTag, options)
      if (variant !== undefined) requireVariant(variant)
      return tagOf(asset, variant)
    },
    async verify(request, options = {}) {
      const { signal } = requireOptions(CALLS.verifySignature, options)
      if (typeof request !== 'object' || request === null) {
        throw mustBe('request', 'an object { publicFileId, route, expires, v, signature }', request)
      }
      const { publicFileId, route, variant, expires = '', v = '', signature = '' } = request
      const { verify } = configured(signer)
      const parts = [publicFileId, route, variant ?? '-', expires, v, signature]
      if (variant === '' || !parts.every(isStorableText)) throw signatureInvalid()
      const url = verify({ publicFileId, route, variant }, { expires, v, signature })
      const asset = await store.get(
        { publicFileId },
        { tenant: 'any', ...(signal !== undefined && { signal }) },
      )
      if (!url.isOf(asset.tenant)) throw signatureInvalid()
      return { asset, expiresAt: new Date(url.expires * 1000), remaining: url.remaining }
    },
    presign: (asset, options) => presignAsset(core, store, asset, options),
    locate: (asset, options = {}) => locateAsset(core, asset, options),
  }
}

function requireVariant(variant: string): void {
  if (requireText('variant', variant) !== '') return
  throw invalidArgument('variant', 'variant is empty. Leave it out for the original.')
}

function configured(signer: Signer | null): Signer {
  if (signer !== null) return signer
  throw notConfigured()
}

function notConfigured(): StowageError {
  return invalidArgument(
    'signing',
    'This store signs no URLs. Open it with `signing: { secrets: [secret] }`; make a secret with `openssl rand -base64 32`.',
  )
}
