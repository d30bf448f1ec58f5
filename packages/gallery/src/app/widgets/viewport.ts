import { type ReadonlySignal, signal } from '@preact/signals'

/** Whether the page is as narrow as on a phone; the same width as in `style/tokens.css`. */
export const phone: ReadonlySignal<boolean> = media('(max-width: 767px)')

/** Whether the person points with a finger: then nothing may depend on hovering. */
export const coarse: ReadonlySignal<boolean> = media('(pointer: coarse)')

function media(query: string): ReadonlySignal<boolean> {
  const list = matchMedia(query)
  const matches = signal(list.matches)
  list.addEventListener('change', () => {
    matches.value = list.matches
  })
  return matches
}
