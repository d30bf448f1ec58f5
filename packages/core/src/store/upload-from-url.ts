import type { AssetStore } from '../asset-store/asset-store.ts'
import { requireOptions } from '../asset-store/call-options.ts'
import { CALLS } from '../asset-store/known-options.ts'
import type { UploadInput, UploadOptions } from '../asset-store/upload-options.ts'
import { openUrl } from '../from-url/open-url.ts'
import { requireUrl } from '../from-url/require-url.ts'
import { urlFailed } from '../from-url/url-errors.ts'
import type { Asset } from '../model/asset.ts'
import type { StoreCore } from './store-core.ts'

/** `AssetStore.uploadFromUrl`: an upload whose file is fetched when its turn comes. */
export async function uploadFromUrl(
  { fetchRules, limits }: StoreCore,
  store: AssetStore,
  url: string | URL,
  options: UploadOptions,
): Promise<Asset> {
  const { name, sha256, externalId, ...others } = requireOptions(CALLS.uploadFromUrl, options)
  const given = {
    ...(name !== undefined && { name }),
    ...(sha256 !== undefined && { sha256 }),
    ...(externalId !== undefined && { externalId }),
  }
  const address = requireUrl(url)
  fetchRules.assertUrl(address)
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(urlFailed('timeout')), fetchRules.timeout)
  timer.unref()

  async function* fetched(): AsyncGenerator<UploadInput> {
    const bounds = { maxBytes: limits.fileSize, signal: ending.signal }
    const { name, body } = await openUrl(address, fetchRules, bounds)
    yield { source: body, name, ...given }
  }

  try {
    const [asset] = await store.uploadMany(fetched(), others)
    return asset as Asset
  } finally {
    clearTimeout(timer)
    // Whatever ended the upload ends the connection.
    ending.abort()
  }
}
