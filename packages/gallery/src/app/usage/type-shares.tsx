import type { Usage } from '@stowage/client'
import type { JSX } from 'preact'
import { TYPES } from '../place/filters.ts'
import { goTo, hrefOf, placeFor } from '../place/place.ts'
import { Icon } from '../widgets/icon.tsx'
import { formatNumber, formatPercent, formatSize } from '../words/formats.ts'
import { t } from '../words/words.ts'

type ByType = NonNullable<Usage['attributes']['by_type']>

/** Which kinds of files take the space. */
export function TypeShares({ byType, bytes }: { byType: ByType; bytes: number }): JSX.Element {
  const shares = TYPES.map((type) => ({ type, ...byType[type] }))
    .filter(({ assets }) => assets > 0)
    .sort((one, other) => other.bytes - one.bytes)
  const shareOf = (part: number): number => (bytes === 0 ? 0 : part / bytes)
  return (
    <section class="card type-shares" aria-labelledby="usage-types">
      <h2 id="usage-types">{t('usage.byType')}</h2>
      <div class="share-bar" aria-hidden="true">
        {shares.map((share) => (
          <span key={share.type} data-type={share.type} style={{ flexGrow: share.bytes }} />
        ))}
      </div>
      <table class="share-table">
        <thead>
          <tr>
            <th scope="col">{t('details.type')}</th>
            <th scope="col">{t('usage.files')}</th>
            <th scope="col">{t('usage.space')}</th>
            <th scope="col">{t('usage.share')}</th>
          </tr>
        </thead>
        <tbody>
          {shares.map((share) => (
            <tr key={share.type}>
              <th scope="row">
                <span class="share-mark" data-type={share.type} />
                <Icon name={share.type} size={18} />
                <TypeLink type={share.type} />
              </th>
              <td>{formatNumber(share.assets)}</td>
              <td>{formatSize(share.bytes)}</td>
              <td class="quiet">{shareText(shareOf(share.bytes))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {shares.length === 0 && <p class="quiet">{t('usage.nothing')}</p>}
    </section>
  )
}

/** No type that takes space has 0 %. */
function shareText(share: number): string {
  const percent = formatPercent(share)
  return share > 0 && percent === formatPercent(0) ? `< ${formatPercent(0.01)}` : percent
}

function TypeLink({ type }: { type: keyof ByType }): JSX.Element {
  const where = placeFor({ filters: { types: [type] } })
  return (
    <a
      href={hrefOf(where)}
      onClick={(event) => {
        event.preventDefault()
        goTo(where)
      }}
    >
      {t(`type.${type}`)}
    </a>
  )
}
