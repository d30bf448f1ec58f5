/** A size of a picture. */
interface Candidate {
  readonly url: string
  /** Pixels. */
  readonly width: number
}

/** The sizes that a `srcset` of the service names, from the smallest. Its URLs have neither blanks nor commas. */
export function candidatesOf(srcset: string): readonly Candidate[] {
  return srcset.split(', ').flatMap((candidate) => {
    const [url = '', descriptor = ''] = candidate.split(' ')
    const width = Number.parseInt(descriptor, 10)
    return width > 0 ? [{ url, width }] : []
  })
}

/** The URL of the smallest size that is at least that wide, else of the largest; the text itself if it has no sizes. */
export function closestSize(srcset: string, wanted: number): string {
  const candidates = candidatesOf(srcset)
  const wide = candidates.find(({ width }) => width >= wanted)
  return (wide ?? candidates.at(-1))?.url ?? srcset
}
