/** Which file a URL serves, and as what. */
export interface SignedFile {
  /** Identifier in file URLs. */
  readonly publicFileId: string
  /** `content` to show the file, `download` to save it. */
  readonly route: 'content' | 'download'
  /** Name of the variant; `undefined` for the original. */
  readonly variant: string | undefined
}

/**
 * The text that is signed. Each member follows its length in bytes, so that no two lists of members give the same text:
 * `16:stowage-file-url` … The HTTP method is not part of it.
 */
export function canonicalText(
  { publicFileId, route, variant = '' }: SignedFile,
  { v, expires }: { readonly v: string; readonly expires: string },
): string {
  return ['stowage-file-url', v, publicFileId, route, variant, expires]
    .map((member) => `${Buffer.byteLength(member)}:${member}`)
    .join(',')
}
