import { givenItems } from '../arguments/given-items.ts'
import { mustBe } from '../arguments/must-be.ts'
import { isBlob } from '../staging/upload-source.ts'

/** More are too many for any call. */
const MOST_VALUES = 10_000

/**
 * The ids and files that a form sent, in its order: without what it sends for a field in which nobody put anything. An
 * empty file without a name is such a field; one with a name is a file.
 */
export function formValues(given: unknown): readonly (string | Blob)[] {
  if (given === null || given === undefined) return []
  const values =
    typeof given === 'string' || isBlob(given) ? [given] : givenItems(given, MOST_VALUES)
  if (values === null || !values.every(isValue)) {
    throw mustBe(
      'uploads',
      'an id, a File, an array of them, or what a form sent: get or getAll of FormData',
      given,
    )
  }
  return values.filter((value) => (typeof value === 'string' ? value !== '' : isChosen(value)))
}

function isValue(value: unknown): value is string | Blob {
  return typeof value === 'string' || isBlob(value)
}

function isChosen(file: Blob): boolean {
  return file.size > 0 || ('name' in file && file.name !== '')
}
