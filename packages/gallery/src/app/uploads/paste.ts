import { may } from '../session/session.ts'
import { t } from '../words/words.ts'
import { here } from './destination.ts'
import { upload } from './queue.ts'

/** Uploads pasted files, such as a screenshot. Text that is pasted into a field stays with the field. */
export function uploadPasted({ clipboardData }: ClipboardEvent): void {
  const files = [...(clipboardData?.files ?? [])]
  if (files.length === 0 || !may('write')) return
  const chosen = files.map((file) => ({ file: named(file), folders: [] }))
  void upload(chosen, here())
}

/** Browsers call every picture of the clipboard `image.png`. */
function named(file: File): File {
  if (!/^image\.\w+$/.test(file.name)) return file
  const time = new Date().toLocaleString('sv').replaceAll(':', '.')
  const extension = file.name.split('.').at(-1)
  return new File([file], `${t('uploads.pasted')} ${time}.${extension}`, { type: file.type })
}
