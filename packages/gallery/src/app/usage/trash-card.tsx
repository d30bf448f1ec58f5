import type { JSX } from 'preact'
import { goTo, hrefOf, placeFor } from '../place/place.ts'
import { facts } from '../session/facts.ts'
import { formatNumber, formatSize } from '../words/formats.ts'
import { t } from '../words/words.ts'

/** What is in the trash still takes space. */
export function TrashCard({ count, bytes }: { count: number; bytes: number }): JSX.Element {
  const trash = placeFor({ view: 'trash' })
  const days = facts.trashRetentionDays
  return (
    <div class="card">
      <h2>{t('usage.trash')}</h2>
      <p class="figure">{formatSize(bytes)}</p>
      <p class="quiet">
        {t('common.files', { count })}
        {days !== null && ` · ${t('usage.retention', { count: days })}`}
      </p>
      {count > 0 && (
        <a
          href={hrefOf(trash)}
          aria-label={t('usage.showTrash', { count: formatNumber(count) })}
          onClick={(event) => {
            event.preventDefault()
            goTo(trash)
          }}
        >
          {t('usage.openTrash')}
        </a>
      )}
    </div>
  )
}
