import type { Asset } from '@stowage/client'
import type { JSX } from 'preact'
import { t } from '../../words/words.ts'
import { CopyField } from './copy-field.tsx'
import { embedCode } from './embed-code.ts'
import { SignedLink } from './signed-link.tsx'

/** Ways to share a file. */
export function Share({ asset }: { asset: Asset }): JSX.Element {
  return (
    <section aria-labelledby="details-share">
      <h3 id="details-share">{t('details.share')}</h3>
      <CopyField
        label={t('details.url')}
        text={asset.attributes.url}
        copyLabel={t('details.copyUrl')}
      />
      {asset.meta?.signed !== undefined && <SignedLink key={asset.id} id={asset.id} />}
      <CopyField
        label={t('details.embed')}
        text={embedCode(asset)}
        copyLabel={t('details.copyEmbed')}
      />
    </section>
  )
}
