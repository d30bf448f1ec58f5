import { apiError } from '../errors/api-error.ts'
import { redirectPath } from '../http/urls/redirect-path.ts'

/** The text field of an upload form that names the page to show afterwards. */
export class RedirectField {
  static readonly NAME = 'redirect_to'
  #path: string | null = null

  /** Where the answer leads; `null` when the form has no such field. */
  get path(): string | null {
    return this.#path
  }

  /** Throws 400 `invalid_parameter` for the second field, and for anything but a path of the same origin. */
  read(text: string): void {
    const parameter = RedirectField.NAME
    if (this.#path !== null) {
      throw apiError('invalid_parameter', 'Give it once.', { source: { parameter } })
    }
    this.#path = redirectPath(text, parameter)
  }
}
