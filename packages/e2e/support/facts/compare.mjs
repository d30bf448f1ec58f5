import { FIELDS } from './fields.mjs'

/** From this many files on, one in a hundred may differ: real files have damage that two readers mend differently. */
const MANY = 100
const ENOUGH = 0.99

/**
 * Of one field: the files in which both speak, those of them in which they differ, and those in which only one speaks.
 * `files` have what Stowage says, and what exiftool says, in one or more readings of texts without a charset.
 */
export function compareField(field, files) {
  const { expected, agrees } = FIELDS[field]
  const found = { both: [], differ: [], onlyOurs: [], onlyTheirs: [] }
  for (const { name, embedded, readings } of files) {
    const ours = said(embedded?.[field])
    const theirs = readings.map(expected).filter((value) => value !== undefined)
    if (ours !== undefined && theirs.length > 0) {
      const isSame = theirs.some((value) => agrees(ours, value))
      found.both.push({ name, ours, theirs: theirs[0] })
      if (!isSame) found.differ.push({ name, ours, theirs: theirs[0] })
    } else if (ours !== undefined) found.onlyOurs.push(name)
    else if (theirs.length > 0) found.onlyTheirs.push(name)
  }
  return found
}

export function isGoodEnough({ both, differ }) {
  const agreed = both.length - differ.length
  return both.length < MANY ? differ.length === 0 : agreed >= both.length * ENOUGH
}

/** The same files, each with what Stowage says of the next one that says something in this field. */
export function exchanged(field, files) {
  const speaking = files.filter(({ embedded }) => said(embedded?.[field]) !== undefined)
  return speaking.map((file, index) => {
    const { embedded } = speaking[(index + 1) % speaking.length]
    return { ...file, embedded }
  })
}

function said(fact) {
  const isNothing = fact == null || (Array.isArray(fact) && fact.length === 0)
  return isNothing ? undefined : fact
}
