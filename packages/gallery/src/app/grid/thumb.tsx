import type { Asset } from '@stowage/client'
import type { JSX } from 'preact'
import { useFileUrl } from '../listing/file-url.ts'
import { Icon } from '../widgets/icon.tsx'
import { placeholderOf } from './placeholder.ts'

/** A small picture of a file, or a drawing of its type. */
export function Thumb({ asset }: { asset: Asset }): JSX.Element {
  const { url, hasFailed, onError } = useFileUrl(asset, 'thumbnail')
  // The service serves no file from the trash.
  const shown = asset.meta?.trashed_at == null ? url : placeholderOf(asset)
  return (
    <span class="thumb" data-type={asset.attributes.type}>
      {shown !== null && !hasFailed && (
        <img
          src={shown}
          alt=""
          decoding="async"
          draggable={false}
          onLoad={({ currentTarget }) => currentTarget.classList.add('is-there')}
          onError={onError}
        />
      )}
      <Icon name={asset.attributes.type} size={18} />
    </span>
  )
}
