import { picker } from '../place/picker.ts'
import { setLanguage } from '../words/language.ts'
import { isOfStowage, type PickerMessage } from './messages.ts'

/** Sends a message to the form. The browser delivers it only if the form's page has the origin that it named. */
export function tell(message: PickerMessage): void {
  const host = window.opener ?? (window.parent === window ? null : window.parent)
  if (picker !== null && host !== null) host.postMessage(message, picker.origin)
}

/** Tells the form that the page is ready, and takes over the form's language. */
export function startTalking(): void {
  if (picker === null) return
  const { origin } = picker
  addEventListener('message', ({ origin: from, source, data }: MessageEvent<unknown>) => {
    if (from !== origin || (source !== window.parent && source !== window.opener)) return
    if (!isOfStowage(data) || data.stowage !== 'open') return
    if (typeof data.language === 'string' && data.language !== '') void setLanguage(data.language)
  })
  tell({ stowage: 'ready' })
}
