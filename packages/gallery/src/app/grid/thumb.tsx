import type { Asset } from '@stowage/client'
import type { JSX } from 'preact'
import { useFileUrl } from '../listing/file-url.ts'
import { Icon } from '../widgets/icon.tsx'

/** A small picture of a file, or a drawing of its type. */
export function Thumb({ asset }: { asset: Asset }): JSX.Element {
  const { url, hasFailed, onError } = useFileUrl(asset, 'thumbnail')
  return (
    <span class="thumb" data-type={asset.attributes.type}>
      <Icon name={asset.attributes.type} size={18} />
      {url !== null && !hasFailed && (
        <img src={url} alt="" decoding="async" draggable={false} onError={onError} />
      )}
    </span>
  )
}
