/** What a page can show before a picture is there. */
export interface PicturePreview {
  /** A thumbhash (https://evanw.github.io/thumbhash), base64: the whole picture in at most 25 bytes. */
  readonly placeholder: string
  /** The mean colour of the picture, `#rrggbb`. */
  readonly color: string
}
