import { signal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { may } from '../session/session.ts'
import { toast } from '../toasts/toasts.ts'
import { Icon } from '../widgets/icon.tsx'
import { t } from '../words/words.ts'
import { filesOfDrop, sayLeftOut } from './collect.ts'
import { at } from './destination.ts'
import { uploadPasted } from './paste.ts'
import { upload } from './queue.ts'
import type { Destination } from './upload.ts'

/** Where files would go if they were dropped now; `null` while none are dragged. */
const target = signal<Destination | null>(null)

/** Takes files that are dropped anywhere on the page, or pasted, and shows where they will go. Once on the page. */
export function DropZone(): JSX.Element | null {
  useEffect(listen, [])
  if (target.value === null) return null
  return (
    <div class="drop-zone" aria-hidden="true">
      <p>
        <Icon name="upload" size={24} />
        {t('uploads.dropInto', { place: target.value.label })}
      </p>
    </div>
  )
}

function listen(): () => void {
  const listening = new AbortController()
  const { signal } = listening
  addEventListener('dragover', over, { signal })
  addEventListener('dragleave', leave, { signal })
  addEventListener('drop', drop, { signal })
  addEventListener('paste', uploadPasted, { signal })
  return () => {
    target.value = null
    listening.abort()
  }
}

/** Assets and texts of the page can be dragged as well, but not uploaded. */
function hasFiles(event: DragEvent): event is DragEvent & { dataTransfer: DataTransfer } {
  return event.dataTransfer?.types.includes('Files') ?? false
}

function over(event: DragEvent): void {
  if (!hasFiles(event)) return
  // Without this the browser would leave the page and open the file.
  event.preventDefault()
  if (!may('write')) return
  const next = at(event.target)
  if (next.folderId !== target.value?.folderId) target.value = next
}

function leave(event: DragEvent): void {
  // On the way to another element of the page, that element is the related target.
  if (event.relatedTarget === null) target.value = null
}

async function drop(event: DragEvent): Promise<void> {
  if (!hasFiles(event)) return
  event.preventDefault()
  target.value = null
  if (!may('write')) {
    toast(t('uploads.notAllowed'), { kind: 'error' })
    return
  }
  const into = at(event.target)
  const chosen = await filesOfDrop(event.dataTransfer)
  const isNothing = chosen.files.length + chosen.leftOut === 0
  if (isNothing) toast(t('uploads.nothingDropped'), { kind: 'error' })
  sayLeftOut(chosen)
  await upload(chosen.files, into)
}
