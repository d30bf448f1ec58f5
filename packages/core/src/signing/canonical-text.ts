/** Which file a URL serves, and as what. */
export interface SignedFile {
  /** Identifier in file URLs. */
  readonly publicFileId: string
  /** `content` to be shown, `download` to be saved. */
  readonly route: 'content' | 'download'
  /** Name of the variant; `undefined` for the original. */
  readonly variant: string | undefined
}

/**
 * What is signed. Each member stands behind its length in bytes, so that no two lists of members give the same text:
 * `16:stowage-file-url` … The method is no part of it.
 */
export function canonicalText(
  { publicFileId, route, variant = '' }: SignedFile,
  { v, expires }: { readonly v: string; readonly expires: string },
): string {
  return ['stowage-file-url', v, publicFileId, route, variant, expires]
    .map((member) => `${Buffer.byteLength(member)}:${member}`)
    .join(',')
}
