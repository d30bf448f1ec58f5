import type { Asset } from '@stowage/client'
import type { JSX } from 'preact'
import { Icon } from '../../widgets/icon.tsx'
import { formatSize } from '../../words/formats.ts'
import { t } from '../../words/words.ts'

/** In place of a picture: what kind of file it is. */
export function NoPreview({ asset, text }: { asset: Asset; text?: string }): JSX.Element {
  const { type, extension, size } = asset.attributes
  return (
    <div class="no-preview" data-type={type}>
      <Icon name={type} size={48} />
      <p class="no-preview-type">
        {extension.toUpperCase()} · {formatSize(size)}
      </p>
      <p class="quiet">{text ?? t('details.noPreview')}</p>
    </div>
  )
}
