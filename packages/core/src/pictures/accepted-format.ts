import type { PictureFormat, PictureSet } from './picture-set.ts'

/**
 * The formats of a set in the order in which a client wants them, by its `Accept` header (RFC 9110, 12.5.1): those that
 * it names, by their `q`, then in the order of the set. A format counts only when the header names it: browsers that
 * cannot show AVIF send `image/*` too. The others follow, the most compatible first, because a client would rather have
 * a format it did not name than none.
 */
export function acceptedFormats(
  { formats }: PictureSet,
  accept: string | undefined,
): readonly PictureFormat[] {
  const qualities = namedTypes(accept ?? '')
  const qualityOf = ({ mimeType }: PictureFormat) => qualities.get(mimeType) ?? 0
  const named = formats.filter((format) => qualityOf(format) > 0)
  const others = formats.filter((format) => !named.includes(format))
  return [...named.toSorted((a, b) => qualityOf(b) - qualityOf(a)), ...others.toReversed()]
}

const MOST_LENGTH = 4096

/** The media types that the header names, and the `q` of each. */
function namedTypes(accept: string): ReadonlyMap<string, number> {
  const ranges = accept.slice(0, MOST_LENGTH).toLowerCase().split(',')
  return new Map(
    ranges.map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim())
      const quality = parameters.find((parameter) => QUALITY.test(parameter))
      return [type, quality === undefined ? 1 : Number(quality.slice(2))]
    }),
  )
}

const QUALITY = /^q=(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/
