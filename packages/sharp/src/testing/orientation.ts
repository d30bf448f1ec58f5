import sharp, { type Sharp } from 'sharp'

/** The picture as it must be stored so that this EXIF orientation shows it upright: turned the opposite way. */
export async function storedAs(orientation: number, upright: Sharp): Promise<Sharp> {
  const { data, info } = await upright.raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const swaps = orientation >= 5
  const stored = Buffer.alloc(data.length)
  const storedWidth = swaps ? height : width
  const storedHeight = swaps ? width : height
  for (let y = 0; y < storedHeight; y++) {
    for (let x = 0; x < storedWidth; x++) {
      const [shownX, shownY] = shownAt(orientation, x, y, width, height)
      const from = (shownY * width + shownX) * channels
      stored.set(data.subarray(from, from + channels), (y * storedWidth + x) * channels)
    }
  }
  return sharp(stored, { raw: { width: storedWidth, height: storedHeight, channels } })
}

/**
 * Where a stored pixel is displayed, in the words of CIPA DC-008, 4.6.4: which sides of the displayed picture the
 * stored row 0 and column 0 are.
 */
function shownAt(
  orientation: number,
  x: number,
  y: number,
  width: number,
  height: number,
): readonly [x: number, y: number] {
  const right = width - 1
  const bottom = height - 1
  switch (orientation) {
    case 2: // row 0 is the top, column 0 the right side
      return [right - x, y]
    case 3: // bottom, right
      return [right - x, bottom - y]
    case 4: // bottom, left
      return [x, bottom - y]
    case 5: // left, top
      return [y, x]
    case 6: // right, top
      return [right - y, x]
    case 7: // right, bottom
      return [right - y, bottom - x]
    case 8: // left, bottom
      return [y, bottom - x]
    default:
      return [x, y]
  }
}

/** An XMP packet that has only an orientation, as an attribute or as an element. */
export function xmpWithOrientation(orientation: number, form: 'attribute' | 'element'): string {
  const attribute = form === 'attribute' ? ` tiff:Orientation="${orientation}"` : ''
  const element = form === 'element' ? `<tiff:Orientation>${orientation}</tiff:Orientation>` : ''
  return `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:tiff="http://ns.adobe.com/tiff/1.0/"${attribute}>${element}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`
}
