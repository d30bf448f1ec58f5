/** A file that the page is made of. */
export interface PageFile {
  /** Relative to the page: `app-1A2B3C4D.js`. */
  readonly name: string
  readonly type: string
  /** Digest of the content. */
  readonly digest: string
  /** Whether the name changes with the content. */
  readonly isHashed: boolean
  /** The content, compressed by gzip, in Base64. */
  readonly gzip: string
}

/** What the HTML of the page names. */
export interface PageEntry {
  readonly script: string
  readonly styles: readonly string[]
  /** Scripts that the first one imports at once. */
  readonly preloads: readonly string[]
  readonly icon: string
}

export const files: readonly PageFile[]
export const entry: PageEntry
