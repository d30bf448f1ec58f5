import { pathText } from '../listing/folders.ts'
import { place } from '../place/place.ts'
import { t } from '../words/words.ts'
import type { Destination } from './upload.ts'

/** Where chosen or pasted files go: into the open folder. */
export function here(): Destination {
  const { view, folder } = place.value
  return into(view === 'files' ? (folder ?? null) : null)
}

/** Where files dropped on `target` go: into the folder that it stands for, else as `here`. */
export function at(target: EventTarget | null): Destination {
  const shown = target instanceof Element ? target.closest<HTMLElement>('[data-folder-id]') : null
  const id = shown?.dataset.folderId
  return id === undefined ? here() : into(id === '' ? null : id)
}

function into(folderId: string | null): Destination {
  const label = folderId === null ? undefined : pathText(folderId)
  return { folderId, label: label ?? t('uploads.rootLevel') }
}
