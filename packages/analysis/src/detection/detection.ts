/** What the bytes are, as far as detection goes. */
export interface Detection {
  readonly mimeType: string
  /** When it is not the usual one of the type. */
  readonly extension?: string
  /** Of text. */
  readonly charset?: string
}
