import type { Asset } from '@stowage/client'
import type { JSX } from 'preact'
import { useFileUrl } from '../listing/file-url.ts'
import { Icon } from '../widgets/icon.tsx'
import { formatLength } from '../words/formats.ts'
import { Card } from './card.tsx'
import { placeholderOf } from './placeholder.ts'

/**
 * Whether a file is drawn as a picture. The service serves no file from the trash, so there its placeholder is all that
 * can be shown of it.
 */
export function hasPicture(asset: Asset): boolean {
  const isThere = asset.attributes.thumbnail_url !== null
  return asset.meta?.trashed_at == null ? isThere : placeholderOf(asset) !== null
}

/** What a file looks like and what it is called: its picture, or else a card with words. */
export function Face({ asset }: { asset: Asset }): JSX.Element {
  const { url, hasFailed, onError } = useFileUrl(asset, 'thumbnail')
  const { name, type, duration_seconds } = asset.attributes
  if (!hasPicture(asset) || hasFailed) return <Card asset={asset} />
  const placeholder = placeholderOf(asset)
  return (
    <>
      {placeholder !== null && <img class="face-placeholder" src={placeholder} alt="" />}
      {url !== null && (
        <img
          class="face-picture"
          src={url}
          alt=""
          decoding="async"
          draggable={false}
          onLoad={({ currentTarget }) => currentTarget.classList.add('is-there')}
          onError={onError}
        />
      )}
      {placeholder === null && <Icon name={type} size={24} />}
      {duration_seconds !== null && (
        <span class="face-length">{formatLength(duration_seconds)}</span>
      )}
      <span class="tile-name">{name}</span>
    </>
  )
}
