import type { Asset } from '@stowage/client'
import type { JSX } from 'preact'
import { folderById, pathText } from '../listing/folders.ts'
import { goTo, hrefOf, placeFor } from '../place/place.ts'
import { formatLength, formatNumber, formatSize } from '../words/formats.ts'
import { Time } from '../words/time.tsx'
import { t } from '../words/words.ts'
import { Fact } from './fact.tsx'
import { PhotoFacts } from './photo-facts.tsx'
import { Copy } from './share/copy.tsx'

/** What is known of a file. */
export function Facts({ asset }: { asset: Asset }): JSX.Element {
  const { attributes, meta } = asset
  const { width, height, duration_seconds: duration, folder_id: folder } = attributes
  const sha256 = meta?.sha256
  const pages = meta?.facts?.page_count
  return (
    <section aria-labelledby="details-facts">
      <h3 id="details-facts">{t('details.facts')}</h3>
      <dl class="facts">
        <Fact name={t('details.type')}>
          {t(`type.${attributes.type}`)} <span class="quiet">{attributes.mime_type}</span>
        </Fact>
        <Fact name={t('details.size')}>{formatSize(attributes.size)}</Fact>
        {width !== null && height !== null && (
          <Fact name={t('details.dimensions')}>
            {formatNumber(width)} × {formatNumber(height)} <span class="quiet">px</span>
          </Fact>
        )}
        {duration !== null && <Fact name={t('details.length')}>{formatLength(duration)}</Fact>}
        {pages != null && <Fact name={t('details.pages')}>{formatNumber(pages)}</Fact>}
        <PhotoFacts asset={asset} />
        <Fact name={t('details.folder')}>
          <FolderLink id={folder} />
        </Fact>
        <Fact name={t('details.uploaded')}>
          <Time at={attributes.created_at} />
        </Fact>
        <Fact name={t('details.changed')}>
          <Time at={attributes.updated_at} />
        </Fact>
        {meta?.trashed_at && (
          <Fact name={t('details.trashed')}>
            <Time at={meta.trashed_at} />
          </Fact>
        )}
        {sha256 !== undefined && (
          <Fact name={t('details.checksum')}>
            <code class="checksum" title={sha256}>
              {sha256.slice(0, 8)}…{sha256.slice(-8)}
            </code>
            <Copy text={sha256} label={t('details.copyChecksum')} />
          </Fact>
        )}
      </dl>
    </section>
  )
}

function FolderLink({ id }: { id: string | null }): JSX.Element {
  if (id === null) return <>{t('details.noFolder')}</>
  const where = placeFor({ folder: id })
  return (
    <a
      href={hrefOf(where)}
      title={pathText(id)}
      onClick={(event) => {
        event.preventDefault()
        goTo(where)
      }}
    >
      {folderById(id)?.attributes.name ?? t('details.folder')}
    </a>
  )
}
