/** A format that variants of a set are made in. */
export interface PictureFormat {
  /** Lower case, without dot: the end of the variant's name. */
  readonly extension: string
  /** Media type without parameters. */
  readonly mimeType: string
}

/**
 * The widths and formats in which a picture is made for pages, so that each browser fetches the one that fits. Its
 * variants are called `page-800.avif`: the set, the width, the format.
 */
export interface PictureSet {
  /** 1 … 20 of `[a-z0-9_]`. */
  readonly name: string
  /** Pixels, from the smallest. */
  readonly widths: readonly number[]
  /** The best first. The last one is for clients that do not say that they take another. */
  readonly formats: readonly PictureFormat[]
  /** Pixels: none of its variants is taller, so those of a tall picture are narrower. Default: any height. */
  readonly tallest?: number
}

/** A width in which an asset can be fetched. */
export interface PictureSize {
  /** The `variant` of its URL, such as `page-800`: in the best format that the client takes. */
  readonly name: string
  /** Pixels that it has, which are fewer than its name says when the original has fewer. */
  readonly width: number
}

/**
 * The sizes of a picture of these sides: those that are smaller than it, and the first that is not, which is as large as
 * the original, or as its height allows. None is enlarged.
 */
export function sizesOf(
  { name, widths, tallest = Infinity }: PictureSet,
  original: { readonly width: number; readonly height: number },
): readonly PictureSize[] {
  const shrunk = Math.round(original.width * Math.min(1, tallest / original.height))
  const widest = Math.min(original.width, Math.max(1, shrunk))
  const reaching = widths.findIndex((width) => width >= widest)
  const offered = reaching === -1 ? widths : widths.slice(0, reaching + 1)
  return offered.map((width) => ({ name: sizeName(name, width), width: Math.min(width, widest) }))
}

/** All variants of a set, by name. */
export function memberNames({ name, widths, formats }: PictureSet): readonly SetMember[] {
  return widths.flatMap((width) =>
    formats.map(({ extension }) => {
      const size = sizeName(name, width)
      return { size, member: memberName(size, extension), width, extension }
    }),
  )
}

/** A variant of a set: its name, `page-800.avif`, that of its size, `page-800`, and what they say. */
export interface SetMember {
  readonly size: string
  readonly member: string
  readonly width: number
  readonly extension: string
}

/** The variant of this size in this format. */
export function memberName(size: string, extension: string): string {
  return `${size}.${extension}`
}

function sizeName(set: string, width: number): string {
  return `${set}-${width}`
}
