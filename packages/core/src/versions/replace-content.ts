import { requireText } from '../arguments/require-text.ts'
import type { Asset } from '../assets/asset.ts'
import { requireCondition } from '../assets/require-condition.ts'
import type { ViewedStore } from '../assets/store-view.ts'
import { validChanges } from '../assets/valid-changes.ts'
import { requireOwnPrincipal } from '../keys/require-principal.ts'
import { requireOptions } from '../options/call-options.ts'
import type { UploadSource } from '../staging/upload-source.ts'
import type { AssetStore } from '../store/asset-store.ts'
import { CALLS } from '../store/known-options.ts'
import { storeReadOnly } from '../store/opening/read-only.ts'
import type { StoreCore } from '../store/opening/store-core.ts'
import { announcedBytes } from '../upload/announced-bytes.ts'
import { replaceContent } from '../upload/replace-content.ts'
import { guardInputs, isInput, requireUploadInput } from '../upload/upload-inputs.ts'
import type { UploadInput } from '../upload/upload-options.ts'
import type { ReplaceContentOptions } from './content-options.ts'

type View = ViewedStore & Pick<AssetStore, 'get'>

/** `Versions.replace` of one view. */
export async function replaceAssetContent(
  core: StoreCore,
  store: View,
  id: string,
  source: UploadSource | UploadInput,
  options: ReplaceContentOptions,
): Promise<Asset> {
  const discard = guardInputs([isInput(source) ? source : { source }])
  const { calls, events, readOnly, uploads } = core
  try {
    requireText('id', id)
    const { tenant, scope } = store
    const { ifMatch, name, sha256, principal, ...others } = requireOptions(
      CALLS.replaceContent,
      options,
    )
    const { signal } = others
    const given = isInput(source) ? source : { source }
    const input = requireUploadInput(sha256 === undefined ? given : { ...given, sha256 })
    const request = {
      tenant,
      scope,
      input,
      name: name === undefined ? null : (validChanges({ name }).name ?? null),
      principal: principal === undefined ? undefined : requireOwnPrincipal(tenant, principal),
      announced: announcedBytes(others),
      ...requireCondition(ifMatch),
    }
    if (readOnly) throw storeReadOnly()
    // Checked before a byte is received.
    const asset = await store.get(id, signal === undefined ? {} : { signal })
    const replace = (running: AbortSignal) =>
      replaceContent(uploads, { ...request, asset, trace: store.trace ?? null, signal: running })
    const replaced = await calls.run(() => calls.untilClosed(signal, replace), signal)
    const { asset: stored, changed, issues } = replaced
    if (changed && issues.length > 0) events.emit('analysis', { asset: stored, issues })
    return stored
  } catch (error) {
    discard()
    throw error
  }
}
