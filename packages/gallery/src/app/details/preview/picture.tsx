import { useSignal } from '@preact/signals'
import type { Asset } from '@stowage/client'
import type { JSX } from 'preact'
import { useFileUrl } from '../../listing/file-url.ts'
import { Icon } from '../../widgets/icon.tsx'
import { t } from '../../words/words.ts'
import { altOf } from './alt-of.ts'
import { NoPreview } from './no-preview.tsx'
import { ZoomPlace } from './zoom-place.tsx'

/** A picture: its thumbnail at once, then the picture itself. When it has the whole page, it can be zoomed. */
export function Picture({
  asset,
  isLarge,
  onOpen,
}: {
  asset: Asset
  isLarge: boolean
  onOpen: () => void
}): JSX.Element {
  const first = useFileUrl(asset, 'thumbnail')
  const full = useFileUrl(asset, 'content')
  const isLoaded = useSignal(false)
  const { width, height } = asset.attributes
  const alt = altOf(asset)
  const hasFirst = first.url !== null && !first.hasFailed
  if (full.hasFailed && !hasFirst) return <NoPreview asset={asset} />
  const image = (
    <span
      class="picture"
      // The space is reserved from the start, so nothing jumps when the picture arrives.
      style={
        width && height
          ? { '--picture-ratio': `${width} / ${height}`, '--picture-width': `${width}px` }
          : {}
      }
    >
      {hasFirst && !isLoaded.value && (
        <img class="picture-first" src={first.url} alt={alt} onError={first.onError} />
      )}
      {full.url !== null && !full.hasFailed && (
        <img
          class={isLoaded.value ? 'picture-full' : 'picture-full picture-coming'}
          src={full.url}
          alt={isLoaded.value || !hasFirst ? alt : ''}
          draggable={false}
          onLoad={() => (isLoaded.value = true)}
          onError={full.onError}
        />
      )}
    </span>
  )
  if (isLarge) {
    return <ZoomPlace size={width && height ? { width, height } : null}>{image}</ZoomPlace>
  }
  return (
    <button type="button" class="picture-open" title={t('details.enlarge')} onClick={onOpen}>
      {image}
      <span class="picture-hint">
        <Icon name="expand" size={18} />
      </span>
    </button>
  )
}
