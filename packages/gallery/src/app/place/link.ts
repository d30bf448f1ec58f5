import { goTo, hrefOf, type Place } from './place.ts'

/** Props of a link to another place. A plain click opens it here, other clicks in a new tab. */
export function linkTo(change: Partial<Place>, then?: () => void) {
  return {
    href: hrefOf(change),
    onClick: (event: MouseEvent): void => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
      event.preventDefault()
      goTo(change)
      then?.()
    },
  }
}
