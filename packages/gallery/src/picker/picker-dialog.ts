import { type PickedAsset, pickedOf } from './picked.ts'
import { wordsFor } from './words.ts'

export interface PickerDialogOptions {
  /** Where the page is mounted, relative to the form's page. */
  readonly src: string
  readonly accept: string
  readonly multiple: boolean
  readonly language: string
}

/** The page in a dialog over the form. Only messages from that page itself count. */
export class PickerDialog {
  onPick: (assets: readonly PickedAsset[]) => void = () => undefined
  readonly #dialog = document.createElement('dialog')
  readonly #frame = document.createElement('iframe')
  readonly #ended = new AbortController()
  readonly #url: URL
  readonly #language: string

  constructor({ src, accept, multiple, language }: PickerDialogOptions) {
    this.#language = language
    this.#url = new URL(src, document.baseURI)
    const { searchParams } = this.#url
    searchParams.set('picker', '1')
    searchParams.set('origin', location.origin)
    if (accept !== '') searchParams.set('accept', accept)
    if (multiple) searchParams.set('multiple', '1')
    const words = wordsFor(language)
    this.#dialog.ariaLabel = words.dialog
    this.#frame.title = words.dialog
    this.#frame.allow = 'clipboard-write; fullscreen'
    this.#frame.src = this.#url.href
    this.#dialog.append(this.#header(words.dialog, words.cancel), this.#frame)
  }

  showIn(root: ShadowRoot): void {
    const { signal } = this.#ended
    addEventListener('message', (event) => this.#hear(event), { signal })
    this.#dialog.addEventListener('close', () => this.#end(), { signal })
    root.append(this.#dialog)
    this.#dialog.showModal()
  }

  /** A close button that does not need the page, which may be slow, or ask for a key. */
  #header(title: string, cancel: string): HTMLElement {
    const header = document.createElement('header')
    const text = document.createElement('span')
    const button = document.createElement('button')
    text.textContent = title
    button.type = 'button'
    button.textContent = '✕'
    button.ariaLabel = cancel
    button.addEventListener('click', () => this.#dialog.close())
    header.append(text, button)
    return header
  }

  #hear({ origin, source, data }: MessageEvent<unknown>): void {
    if (origin !== this.#url.origin || source !== this.#frame.contentWindow) return
    const { stowage } = Object(data) as { stowage?: unknown }
    const assets = pickedOf(data)
    if (stowage === 'ready') {
      const answer = { stowage: 'open', language: this.#language }
      this.#frame.contentWindow?.postMessage(answer, this.#url.origin)
    } else if (stowage === 'cancel') this.#dialog.close()
    else if (assets !== null) {
      this.#dialog.close()
      this.onPick(assets)
    }
  }

  #end(): void {
    this.#ended.abort()
    this.#dialog.remove()
  }
}
