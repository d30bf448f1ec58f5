import type { PickedAsset } from './picked.ts'
import { PickerDialog } from './picker-dialog.ts'
import { pickerStyle } from './style.ts'
import { wordsFor } from './words.ts'

/**
 * A form field whose value is the id of a file or, with `multiple`, the ids of several.
 *
 * `src`: where the page is mounted. `name`, `required`, `disabled`, `multiple`, `accept`: as on a file field. Fires
 * `pick` with `detail.assets`, then `change`.
 */
export class StowagePicker extends HTMLElement {
  static readonly formAssociated = true
  static readonly observedAttributes: readonly string[] = [
    'multiple',
    'required',
    'disabled',
    'name',
  ]

  readonly #internals = this.attachInternals()
  readonly #list = document.createElement('ul')
  readonly #button = document.createElement('button')
  #assets: readonly PickedAsset[] = []
  #isDisabled = false

  constructor() {
    super()
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true })
    root.adoptedStyleSheets = [pickerStyle()]
    this.#list.className = 'list'
    this.#button.type = 'button'
    this.#button.addEventListener('click', () => this.open())
    root.append(this.#list, this.#button)
  }

  connectedCallback(): void {
    this.#draw()
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.#draw()
  }

  /** The files that are chosen. */
  get assets(): readonly PickedAsset[] {
    return this.#assets
  }

  set assets(assets: readonly PickedAsset[]) {
    this.#assets = this.hasAttribute('multiple') ? [...assets] : assets.slice(0, 1)
    this.#draw()
  }

  /** Their ids. */
  get value(): readonly string[] {
    return this.#assets.map(({ id }) => id)
  }

  get form(): HTMLFormElement | null {
    return this.#internals.form
  }

  /** Opens the page to choose from. */
  open(): void {
    const root = this.shadowRoot
    if (root === null || this.#isDisabled) return
    const dialog = new PickerDialog({
      src: this.getAttribute('src') ?? '/',
      accept: this.getAttribute('accept') ?? '',
      multiple: this.hasAttribute('multiple'),
      language: this.#language,
    })
    dialog.onPick = (assets) => {
      this.assets = assets
      this.#button.focus()
      const options = { bubbles: true, composed: true }
      this.dispatchEvent(new CustomEvent('pick', { ...options, detail: { assets: this.#assets } }))
      this.dispatchEvent(new Event('change', options))
    }
    dialog.showIn(root)
  }

  formResetCallback(): void {
    this.assets = []
  }

  formDisabledCallback(isDisabled: boolean): void {
    this.#isDisabled = isDisabled
    this.#draw()
  }

  get #language(): string {
    const owner = this.closest<HTMLElement>('[lang]')
    return owner?.lang ?? ''
  }

  #draw(): void {
    const words = wordsFor(this.#language)
    const isMultiple = this.hasAttribute('multiple')
    this.#list.replaceChildren(...this.#assets.map((asset) => this.#item(asset, words.remove)))
    const isEmpty = this.#assets.length === 0
    this.#button.textContent = isEmpty
      ? isMultiple
        ? words.chooseMany
        : words.choose
      : words.change
    this.#button.disabled = this.#isDisabled
    this.#setValue(isEmpty && this.hasAttribute('required') ? words.required : '')
  }

  #item(asset: PickedAsset, remove: string): HTMLLIElement {
    const item = document.createElement('li')
    const name = document.createElement('span')
    const button = document.createElement('button')
    name.textContent = asset.attributes.name
    button.type = 'button'
    button.textContent = '✕'
    button.disabled = this.#isDisabled
    button.ariaLabel = `${remove}: ${asset.attributes.name}`
    button.addEventListener('click', () => {
      this.assets = this.#assets.filter((other) => other !== asset)
      this.#button.focus()
      this.dispatchEvent(new Event('change', { bubbles: true, composed: true }))
    })
    item.append(name, button)
    return item
  }

  #setValue(problem: string): void {
    const name = this.getAttribute('name')
    const data = new FormData()
    if (name) for (const id of this.value) data.append(name, id)
    this.#internals.setFormValue(name && this.#assets.length > 0 ? data : null)
    if (problem === '') this.#internals.setValidity({})
    else this.#internals.setValidity({ valueMissing: true }, problem, this.#button)
  }
}
