import { useSignal } from '@preact/signals'
import type { Usage } from '@stowage/client'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { client, session } from '../session/session.ts'
import { reasonOf } from '../toasts/explain.ts'
import { Button } from '../widgets/button.tsx'
import { formatNumber, formatSize } from '../words/formats.ts'
import { t } from '../words/words.ts'
import { QuotaBar } from './quota-bar.tsx'
import { TrashCard } from './trash-card.tsx'
import { TypeShares } from './type-shares.tsx'
import './usage.css'

/** How much the tenant has stored. */
export function UsageView(): JSX.Element {
  const usage = useSignal<Usage | null>(null)
  const problem = useSignal<string | null>(null)
  const { status } = session.value
  const read = async (): Promise<void> => {
    try {
      usage.value = await client().usage()
      problem.value = null
    } catch (error) {
      problem.value = reasonOf(error)
    }
  }
  useEffect(() => {
    if (status === 'ready') void read()
  }, [status])
  return (
    <section class="view usage" aria-labelledby="usage-title">
      <h1 id="usage-title">{t('usage.title')}</h1>
      {problem.value !== null && (
        <div class="notice notice-bad" role="alert">
          <p>{problem.value}</p>
          <Button onClick={() => void read()}>{t('common.retry')}</Button>
        </div>
      )}
      {usage.value === null ? (
        problem.value === null && <UsageSkeleton />
      ) : (
        <Figures attributes={usage.value.attributes} />
      )}
    </section>
  )
}

function Figures({ attributes }: { attributes: Usage['attributes'] }): JSX.Element {
  const { assets, bytes, by_type, quota, trashed_assets, trashed_bytes } = attributes
  return (
    <>
      <div class="usage-cards">
        <div class="card">
          <h2>{t('usage.files')}</h2>
          <p class="figure">{formatNumber(assets)}</p>
          {quota?.assets != null && (
            <QuotaBar
              used={assets + trashed_assets}
              most={quota.assets}
              text={t('usage.ofFiles', { used: assets + trashed_assets, most: quota.assets })}
            />
          )}
        </div>
        <div class="card">
          <h2>{t('usage.space')}</h2>
          <p class="figure">{formatSize(bytes)}</p>
          <p class="quiet">{t('usage.withVersions')}</p>
          {quota?.bytes != null && (
            <QuotaBar
              used={bytes + trashed_bytes}
              most={quota.bytes}
              text={t('usage.ofSpace', {
                used: formatSize(bytes + trashed_bytes),
                most: formatSize(quota.bytes),
              })}
            />
          )}
        </div>
        <TrashCard count={trashed_assets} bytes={trashed_bytes} />
      </div>
      {by_type !== null && <TypeShares byType={by_type} bytes={bytes} />}
    </>
  )
}

/** Placeholders for the figures while they load. */
function UsageSkeleton(): JSX.Element {
  return (
    <div class="usage-cards" aria-busy="true">
      {['files', 'space', 'trash'].map((name) => (
        <div key={name} class="card card-waiting" />
      ))}
    </div>
  )
}
