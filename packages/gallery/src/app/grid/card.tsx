import type { Asset } from '@stowage/client'
import type { JSX } from 'preact'
import { Icon } from '../widgets/icon.tsx'
import { formatLength, formatSize } from '../words/formats.ts'
import { t } from '../words/words.ts'

/** A file that has no picture: its type, its format, its name, and how long and how large it is. */
export function Card({ asset }: { asset: Asset }): JSX.Element {
  const { name, type, extension, status } = asset.attributes
  return (
    <span class="face-card" data-type={type}>
      <span class="face-type">
        <Icon name={type} size={28} />
        <span class="face-format">{extension.toUpperCase() || t(`type.${type}`)}</span>
      </span>
      <span class="face-name">{name}</span>
      <span class="face-facts">
        {status === 'ready'
          ? extentOf(asset)
          : t(status === 'processing' ? 'grid.processing' : 'grid.refused')}
      </span>
    </span>
  )
}

/** "12 pages · 1.2 MB", "3:07 · 4 MB" */
function extentOf({ attributes: { size, duration_seconds }, meta }: Asset): string {
  const pages = meta?.facts?.page_count ?? null
  return [
    pages !== null && t('grid.pages', { count: pages }),
    duration_seconds !== null && formatLength(duration_seconds),
    formatSize(size),
  ]
    .filter((part) => part !== false)
    .join(' · ')
}
