import { type FilterShape, MAX_FILTER_VALUES } from '@stowage/core/internal'
import { parseJson } from '../body/parse-json.ts'
import { isUuid } from '../http/urls/uuid.ts'

/** Numbers as JSON writes them, without a sign. */
const NUMBER = /^\d{1,32}(?:\.\d{1,32})?(?:[eE][+-]?\d{1,3})?$/
const FLAGS: Readonly<Record<string, boolean>> = { true: true, false: false }

/** The JSON value that the text of a query parameter stands for; `undefined` when the text does not fit the shape. */
export function valueOfText(shape: FilterShape, text: string): unknown {
  switch (shape.form) {
    case 'folder':
      if (shape.orNone && text === 'null') return null
      return isUuid(text) ? text.toLowerCase() : undefined
    case 'words':
      return valuesOf(text)
    case 'texts':
      if (shape.none === undefined) return valuesOf(text)
      return valuesOf(text).map((value) => (value === 'null' ? null : value))
    case 'flag':
      return FLAGS[text]
    case 'bounds':
      if (shape.of !== 'moment') return NUMBER.test(text) ? Number(text) : undefined
      // A `+` that was not encoded has come as a space.
      return text.replace(/ (?=\d\d:\d\d$)/, '+').toUpperCase()
    case 'metadata':
      return scalarOf(text)
    case 'search':
      return text
  }
}

/**
 * The values between commas. `\,` is a comma of a value, and `\\` a backslash. Stops after one value too many, which is
 * refused.
 */
function valuesOf(text: string): readonly string[] {
  const values = ['']
  for (const [piece] of text.matchAll(/\\[\\,]|./gsu)) {
    if (values.length > MAX_FILTER_VALUES) break
    if (piece === ',') values.push('')
    else
      values[values.length - 1] +=
        piece.length === 2 && piece.startsWith('\\') ? piece.slice(1) : piece
  }
  return values
}

/** A JSON number, boolean, string in quotes or `null`; any other text is itself. */
function scalarOf(text: string): unknown {
  try {
    return parseJson(Buffer.from(text), { values: 0 })
  } catch {
    return text
  }
}
