import type { Asset } from '@stowage/client'
import type { JSX } from 'preact'
import { useFileUrl } from '../../listing/file-url.ts'
import { t } from '../../words/words.ts'
import { NoPreview } from './no-preview.tsx'

/** A PDF in the browser's own viewer, where it has one: phones have none. */
export function Pdf({ asset, isLarge }: { asset: Asset; isLarge: boolean }): JSX.Element {
  const { url } = useFileUrl(asset, 'content')
  const { name } = asset.attributes
  if (url === null) return <div class="preview-waiting" aria-busy="true" />
  if (!navigator.pdfViewerEnabled) {
    return (
      <div class="preview-stack">
        <NoPreview asset={asset} text={t('details.noPdf')} />
        <a class="button button-plain" href={url} target="_blank" rel="noopener">
          {t('details.openFile')}
        </a>
      </div>
    )
  }
  // Without the viewer's own bars where there is little room.
  const address = isLarge ? url : `${url}#toolbar=0&navpanes=0&view=FitH`
  return <iframe class="preview-pdf" src={address} title={name} />
}
