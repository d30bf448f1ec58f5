/** What detection found out about the bytes. */
export interface Detection {
  readonly mimeType: string
  /** Set when it is not the usual one of the type. */
  readonly extension?: string
  /** Set for text. */
  readonly charset?: string
}
