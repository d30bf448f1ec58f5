import type { Asset } from '@stowage/client'
import type { JSX } from 'preact'
import { useFileUrl } from '../../listing/file-url.ts'
import { t } from '../../words/words.ts'
import { NoPreview } from './no-preview.tsx'

/** A video or an audio file, with the browser's own controls. It plays when the person starts it. */
export function Media({ asset }: { asset: Asset }): JSX.Element {
  const { url, hasFailed, onError } = useFileUrl(asset, 'content')
  const { url: poster } = useFileUrl(asset, 'thumbnail')
  const { name, type } = asset.attributes
  if (hasFailed) return <NoPreview asset={asset} text={t('details.cannotPlay')} />
  if (url === null) return <div class="preview-waiting" aria-busy="true" />
  if (type === 'audio') {
    return (
      <div class="preview-audio">
        {poster !== null && <img src={poster} alt="" />}
        {/* biome-ignore lint/a11y/useMediaCaption: the service has no captions. */}
        <audio controls preload="metadata" src={url} aria-label={name} onError={onError} />
      </div>
    )
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: the service has no captions.
    <video
      class="preview-video"
      controls
      playsInline
      preload="metadata"
      src={url}
      poster={poster ?? undefined}
      aria-label={name}
      onError={onError}
    />
  )
}
