import { givenItems } from '../arguments/given-items.ts'
import { mustBe } from '../arguments/must-be.ts'
import { isMulterFile, multerFile } from '../staging/multer-file.ts'
import { isBlob } from '../staging/upload-source.ts'

/** More are too many for any call. */
const MOST_VALUES = 10_000
const WANTED = 'an id, a File, an array of them, or what a form sent: get or getAll of FormData'
/** The name of an empty file that stands for none, as browsers send it, and as Next.js 16 understands it. */
const NO_FILE: readonly unknown[] = ['', 'undefined', undefined]

/**
 * The ids and files that a form sent, in its order, without what stands for an empty field. `invalid_argument` for
 * anything else.
 */
export function formValues(given: unknown): readonly (string | Blob)[] {
  if (given === null || given === undefined) return []
  const values = isValue(given) ? [given] : givenItems(given, MOST_VALUES)
  if (values?.some(isMulterFile) || isMulterFile(given)) throw multerFile('uploads')
  if (values === null || values.length > MOST_VALUES || !values.every(isValue)) {
    throw mustBe('uploads', WANTED, given)
  }
  return values.filter((value) => (typeof value === 'string' ? value !== '' : isChosen(value)))
}

function isValue(value: unknown): value is string | Blob {
  return typeof value === 'string' || (isBlob(value) && Number.isInteger(value.size))
}

function isChosen(file: Blob): boolean {
  return file.size > 0 || !NO_FILE.includes('name' in file ? file.name : undefined)
}
