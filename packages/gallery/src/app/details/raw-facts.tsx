import type { Asset } from '@stowage/client'
import type { JSX } from 'preact'
import { ScrollText } from '../widgets/scroll-text.tsx'
import { t } from '../words/words.ts'

/** All that the service says about a file, for developers. */
export function RawFacts({ asset }: { asset: Asset }): JSX.Element {
  // Signed URLs open the file to anybody, so they are not shown here.
  const { signed, ...meta } = asset.meta ?? {}
  const text = JSON.stringify({ ...asset, meta }, null, 2)
  return (
    <details class="raw-facts">
      <summary>{t('details.raw')}</summary>
      <ScrollText label={t('details.raw')} text={text} />
    </details>
  )
}
