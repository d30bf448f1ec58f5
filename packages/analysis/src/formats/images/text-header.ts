import type { Measure } from '../../facts/measures.ts'

/** Formats whose size is text in the first bytes: a pattern for the width and one for the height. */
export const TEXT_HEADERS: ReadonlyMap<string, Measure> = new Map([
  ['image/x-xbitmap', written(/#define\s+\S*?_?width\s+(\d+)/, /#define\s+\S*?_?height\s+(\d+)/)],
  ['image/x-xpixmap', written(/"\s*(\d+)\s+\d+\s+\d+\s+\d+/, /"\s*\d+\s+(\d+)\s+\d+\s+\d+/)],
  [
    'image/vnd.radiance',
    written(/\n\r?\n(?:[+-]Y +\d+ +)?[+-]X +(\d+)/, /\n\r?\n(?:[+-]X +\d+ +)?[+-]Y +(\d+)/),
  ],
  [
    'image/x-portable-arbitrarymap',
    written(/^P7\n(?:(?!ENDHDR).*\n)*?WIDTH +(\d+)/, /^P7\n(?:(?!ENDHDR).*\n)*?HEIGHT +(\d+)/),
  ],
  ...['bitmap', 'graymap', 'pixmap', 'floatmap'].map((kind): [string, Measure] => [
    `image/x-portable-${kind}`,
    written(
      /^P[\dFf]\s+(?:#[^\n]*\n\s*)*(\d+)/,
      /^P[\dFf]\s+(?:#[^\n]*\n\s*)*\d+\s+(?:#[^\n]*\n\s*)*(\d+)/,
    ),
  ]),
])

function written(width: RegExp, height: RegExp): Measure {
  return async (reader) => {
    const text = (await reader.head()).toString('latin1')
    return { width: Number(width.exec(text)?.[1]), height: Number(height.exec(text)?.[1]) }
  }
}
