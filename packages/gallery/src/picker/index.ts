import { StowagePicker } from './stowage-picker.ts'

// Two copies of this file on a page are no error.
if (customElements.get('stowage-picker') === undefined) {
  customElements.define('stowage-picker', StowagePicker)
}
