import { facts } from '../session/facts.ts'
import { type Picker, pickerOf } from './picker-of.ts'

/** `null`: the page is not a picker. It does not change while the page is open. */
export const picker: Picker | null = pickerOf(new URLSearchParams(location.search), [
  location.origin,
  ...facts.frameAncestors,
])
