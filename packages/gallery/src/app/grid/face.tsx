import type { Asset } from '@stowage/client'
import type { JSX } from 'preact'
import { useFileUrl } from '../listing/file-url.ts'
import { Icon } from '../widgets/icon.tsx'
import { formatLength, formatSize } from '../words/formats.ts'
import { t } from '../words/words.ts'

/** What a file looks like: its picture, or else a card with words. */
export function Face({ asset }: { asset: Asset }): JSX.Element {
  const { url, hasFailed, onError } = useFileUrl(asset, 'thumbnail')
  const { thumbnail_url, type, duration_seconds } = asset.attributes
  const isMissing = thumbnail_url === null || asset.meta?.trashed_at != null
  if (isMissing || hasFailed) return <Card asset={asset} />
  return (
    <>
      <Icon name={type} size={24} />
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
      {duration_seconds !== null && (
        <span class="face-length">{formatLength(duration_seconds)}</span>
      )}
    </>
  )
}

function Card({ asset }: { asset: Asset }): JSX.Element {
  const { name, type, extension, size, duration_seconds, status } = asset.attributes
  const facts = [
    extension.toUpperCase(),
    formatSize(size),
    ...(duration_seconds === null ? [] : [formatLength(duration_seconds)]),
  ]
  return (
    <span class="face-card">
      <span class="face-type">
        <Icon name={type} size={40} />
      </span>
      <span class="face-name">{name}</span>
      <span class="face-facts">
        {status === 'ready'
          ? facts.join(' · ')
          : t(status === 'processing' ? 'grid.processing' : 'grid.refused')}
      </span>
    </span>
  )
}
