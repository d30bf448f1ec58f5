import { signal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { IconButton } from '../widgets/button.tsx'
import { formatDuration, formatSize } from '../words/formats.ts'
import { t } from '../words/words.ts'
import { firstUploads, progress, uploadCount } from './ledger.ts'
import { cancelAll, clear, rate, retryAll } from './queue.ts'
import { UploadRow } from './upload-row.tsx'
import './uploads.css'

/** As many rows as anybody reads. What runs and what failed comes first. */
const ROWS = 100

const expanded = signal(true)

/** What is being uploaded, and how that ended. It stays on every view, until it is cleared. */
export function UploadPanel(): JSX.Element | null {
  const { running } = progress.value
  useEffect(() => (running ? warnBeforeLeaving() : undefined), [running])
  if (uploadCount.value === 0) return null
  return (
    <section class="upload-panel" aria-label={t('uploads.list')}>
      <Head />
      {expanded.value && <Rows />}
    </section>
  )
}

function Head(): JSX.Element {
  const { running, failed, bytes } = progress.value
  const summary = summaryOf()
  return (
    <header class="upload-head">
      <div class="upload-summary">
        <strong role="status">{running ? t('uploads.list') : summary}</strong>
        {running && <span>{summary}</span>}
        {running && <span class="upload-rate">{pace()}</span>}
      </div>
      {failed > 0 && !running && (
        <IconButton icon="restore" label={t('uploads.retryAll')} onClick={retryAll} />
      )}
      <IconButton
        icon={expanded.value ? 'down' : 'up'}
        label={expanded.value ? t('uploads.collapse') : t('uploads.expand')}
        aria-expanded={expanded.value}
        onClick={() => (expanded.value = !expanded.value)}
      />
      {running ? (
        <IconButton icon="close" label={t('uploads.cancelAll')} onClick={cancelAll} />
      ) : (
        <IconButton icon="close" label={t('uploads.clear')} onClick={clear} />
      )}
      {running && <progress aria-label={summary} max={bytes.total || 1} value={bytes.sent} />}
    </header>
  )
}

function Rows(): JSX.Element {
  const count = uploadCount.value
  return (
    <ul class="upload-rows">
      {firstUploads(ROWS).map((one) => (
        <UploadRow key={one.id} upload={one} />
      ))}
      {count > ROWS && <li class="upload-more">{t('uploads.more', { count: count - ROWS })}</li>}
    </ul>
  )
}

function summaryOf(): string {
  const { running, stored, failed, waiting, sending, paused, cancelled } = progress.value
  const total = stored + failed + waiting + sending + paused
  if (running) return t('uploads.progress', { done: stored + failed, total })
  const parts: string[] = []
  if (stored > 0) parts.push(t('uploads.allStored', { count: stored }))
  if (paused > 0) parts.push(t('uploads.allPaused', { count: paused }))
  if (failed > 0) parts.push(t('uploads.failed', { count: failed }))
  if (parts.length === 0 && cancelled > 0) parts.push(t('uploads.cancelled'))
  return parts.join(' · ')
}

/** "12 MB/s · 40 s left": nothing until it is known. */
function pace(): string {
  const { bytes } = progress.value
  const speed = rate.value.value
  if (speed <= 0) return ''
  const left = t('uploads.left', { time: formatDuration((bytes.total - bytes.sent) / speed) })
  return `${t('uploads.rate', { size: formatSize(speed) })} · ${left}`
}

function warnBeforeLeaving(): () => void {
  const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
  addEventListener('beforeunload', warn)
  return () => removeEventListener('beforeunload', warn)
}
