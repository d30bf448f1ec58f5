import type { JSX } from 'preact'
import { goTo, hrefOf, placeFor } from '../place/place.ts'
import { IconButton } from '../widgets/button.tsx'
import { Icon, type IconName } from '../widgets/icon.tsx'
import { formatSize } from '../words/formats.ts'
import { t } from '../words/words.ts'
import { cancel, pause, resume, retry } from './queue.ts'
import type { Upload, UploadState } from './upload.ts'

const ICONS: Readonly<Record<UploadState['kind'], IconName>> = {
  waiting: 'other',
  sending: 'upload',
  paused: 'pause',
  stored: 'check',
  failed: 'warning',
  cancelled: 'close',
}

/** Bytes from which an upload goes on where it was paused. A smaller one is over before anybody pauses it. */
const PAUSABLE = 8 * 1024 ** 2

/** One upload: how far it is, and what can be done about it. */
export function UploadRow({ upload }: { upload: Upload }): JSX.Element {
  const { file, state, sent } = upload
  const { kind } = state.value
  const { name } = file
  return (
    <li class={`upload-row upload-${kind}`}>
      <Icon name={ICONS[kind]} size={18} />
      <div class="upload-what">
        <Name upload={upload} />
        <span class="upload-says">{wordsOf(upload)}</span>
        {(kind === 'sending' || kind === 'paused') && (
          <progress
            aria-label={t('uploads.progressOf', { name })}
            max={file.size || 1}
            value={sent.value}
          />
        )}
      </div>
      {kind === 'sending' && file.size >= PAUSABLE && (
        <IconButton
          icon="pause"
          label={t('uploads.pause', { name })}
          onClick={() => pause(upload)}
        />
      )}
      {kind === 'paused' && (
        <IconButton
          icon="play"
          label={t('uploads.resume', { name })}
          onClick={() => resume(upload)}
        />
      )}
      {(kind === 'waiting' || kind === 'sending' || kind === 'paused') && (
        <IconButton
          icon="close"
          label={t('uploads.cancel', { name })}
          onClick={() => cancel(upload)}
        />
      )}
      {(kind === 'failed' || kind === 'cancelled') && (
        <IconButton
          icon="restore"
          label={t('uploads.retry', { name })}
          onClick={() => retry(upload)}
        />
      )}
    </li>
  )
}

/** The name of the file; once it is stored, a link to it. */
function Name({ upload }: { upload: Upload }): JSX.Element {
  const { file, state } = upload
  const name = <bdi>{file.name}</bdi>
  if (state.value.kind !== 'stored') return <span class="upload-name">{name}</span>
  const { id, attributes } = state.value.asset
  const there = placeFor({ folder: attributes.folder_id ?? undefined, asset: id })
  return (
    <a
      class="upload-name"
      href={hrefOf(there)}
      title={t('uploads.open', { name: file.name })}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        goTo(there)
      }}
    >
      {name}
    </a>
  )
}

function wordsOf({ state, file, into, folders }: Upload): string {
  const { value } = state
  if (value.kind === 'failed') return value.reason
  if (value.kind === 'cancelled') return t('uploads.cancelled')
  const size = formatSize(file.size)
  if (value.kind === 'paused') return `${size} · ${t('uploads.paused')}`
  const isStalled = value.kind === 'sending' && value.isStalled
  if (value.kind === 'waiting' || isStalled) return `${size} · ${t('uploads.waiting')}`
  return `${size} · ${t('uploads.into', { place: [into.label, ...folders].join(' / ') })}`
}
