import { mustBe } from '../arguments/must-be.ts'
import { requireText } from '../arguments/require-text.ts'
import type { Asset } from '../assets/asset.ts'
import { requireAsset, requireAssetOrId } from '../assets/asset-argument.ts'
import { isStowageError } from '../errors/stowage-error.ts'
import { type CallOptions, requireOptions } from '../options/call-options.ts'
import { fileUrl } from '../signing/file-url.ts'
import type { AssetStore } from '../store/asset-store.ts'
import { CALLS } from '../store/known-options.ts'
import type { Variants } from '../variants/variant-making.ts'
import { acceptedFormats } from './accepted-format.ts'
import type { PicturePreview } from './picture-preview.ts'
import { memberName, type PictureSet, sizesOf } from './picture-set.ts'
import type { MadePicture, PictureOptions, StorePictures } from './store-pictures.ts'

const NO_PREVIEW = { placeholder: null, color: null } as const

/** `AssetStore.pictures` of one tenant. */
export function tenantPictures(
  { sets, setOfSize }: Pick<Variants, 'sets' | 'setOfSize'>,
  store: Pick<AssetStore, 'urls' | 'variants'>,
): StorePictures {
  function requireSet(name: unknown): PictureSet {
    const set = sets.find((each) => each.name === name)
    if (set !== undefined) return set
    const names = sets.map((each) => each.name).join(', ')
    throw mustBe(
      'set',
      names === '' ? 'a set: open the store with variants that have some' : `one of ${names}`,
      name,
    )
  }

  function urlsOf(asset: Asset, { sign, baseUrl = '' }: PictureOptions) {
    if (sign !== undefined) {
      return (variant: string) => store.urls.sign(asset, { variant, expiresIn: sign, baseUrl }).url
    }
    const { publicFileId } = asset
    return (variant: string) =>
      fileUrl(
        baseUrl,
        { publicFileId, route: 'content', variant },
        { c: store.urls.contentTag(asset, { variant }) },
      )
  }

  /** The first of these variants that can be made. */
  async function firstMade(
    asset: Asset | string,
    [variant = '', ...others]: readonly string[],
    options: CallOptions,
  ): Promise<MadePicture> {
    try {
      return { asset: await store.variants.ensure(asset, variant, options), variant }
    } catch (error) {
      if (others.length === 0 || !isStowageError(error, 'file_not_found')) throw error
      return firstMade(asset, others, options)
    }
  }

  return {
    sets,
    sizes: [...setOfSize.keys()],
    attributes(asset, name, options = {}) {
      requireAsset(asset)
      requireOptions(CALLS.pictureAttributes, options)
      const set = requireSet(name)
      const { width, height } = asset
      if (width === null || height === null) return null
      const offered = sizesOf(set, { width, height }).filter((size) =>
        set.formats.some(({ extension }) =>
          store.variants.offers(asset, memberName(size.name, extension)),
        ),
      )
      if (offered.length === 0) return null
      const urlOf = urlsOf(asset, options)
      const urls = offered.map(({ name }) => urlOf(name))
      return {
        src: urls.at(-1) ?? '',
        srcset: offered.map(({ width }, index) => `${urls[index]} ${width}w`).join(', '),
        sizes: options.sizes ?? '100vw',
        width,
        height,
        alt: altOf(asset, options.language),
        ...(previewOf(asset) ?? NO_PREVIEW),
      }
    },
    preview: (asset) => previewOf(requireAsset(asset)),
    async ensure(asset, name, options = {}) {
      requireAssetOrId(asset)
      const set = setOfSize.get(requireText('name', name))
      const { accept, ...others } = requireOptions(CALLS.ensurePicture, options)
      const formats = set === undefined ? [] : acceptedFormats(set, accept)
      const names =
        set === undefined ? [name] : formats.map((each) => memberName(name, each.extension))
      return firstMade(asset, names, others)
    },
  }
}

function altOf({ alt }: Asset, language: string | undefined): string {
  const [first = ''] = Object.values(alt)
  return language === undefined ? first : (alt[language] ?? first)
}

/** The preview that came with a variant of the asset; `null` while there is none. */
function previewOf({ variants }: Asset): PicturePreview | null {
  return variants.find(({ preview }) => preview !== undefined)?.preview ?? null
}
