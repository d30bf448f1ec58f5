import type { Asset } from '@stowage/client'
import type { JSX } from 'preact'
import { t } from '../../words/words.ts'
import { isTrashed } from '../detail.ts'
import { setLarge } from '../viewer.ts'
import { Media } from './media.tsx'
import { NoPreview } from './no-preview.tsx'
import { Pdf } from './pdf.tsx'
import { Picture } from './picture.tsx'
import { Text } from './text.tsx'

/** The file itself, as far as a browser can show it without running anything that is in it. */
export function Preview({ asset, isLarge }: { asset: Asset; isLarge: boolean }): JSX.Element {
  const { type, mime_type, status, id } = { ...asset.attributes, id: asset.id }
  if (isTrashed(asset)) return <NoPreview asset={asset} text={t('details.trashedPreview')} />
  if (status !== 'ready') return <NoPreview asset={asset} text={t(`details.${status}`)} />
  if (type === 'image') {
    return <Picture key={id} asset={asset} isLarge={isLarge} onOpen={() => setLarge(true)} />
  }
  if (type === 'video' || type === 'audio') return <Media key={id} asset={asset} />
  if (mime_type === 'application/pdf') return <Pdf key={id} asset={asset} isLarge={isLarge} />
  if (isText(mime_type)) return <Text key={id} asset={asset} />
  return <NoPreview asset={asset} />
}

/** Shown as text, whatever it would mean to a browser. */
function isText(mimeType: string): boolean {
  return (
    mimeType.startsWith('text/') ||
    /^application\/(?:.*[+-])?(?:json|xml|yaml|toml|javascript|ecmascript|sql|ndjson|x-ndjson|sh|x-sh|rtf|graphql)$/.test(
      mimeType,
    )
  )
}
