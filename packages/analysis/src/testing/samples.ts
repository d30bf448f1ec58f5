import { element, join, latin1 } from './bytes.ts'
import { compoundFile, officeOpenXml, pdf, zip } from './documents.ts'
import { avif, bmp, gif, icon, jpeg, jpeg2000, png, svg, tga, tiff, webp } from './pictures.ts'
import {
  adts,
  aiff,
  avi,
  flac,
  id3,
  mp3,
  mp4,
  musepack,
  opus,
  transportStream,
  wav,
  wavPack,
  webm,
} from './recordings.ts'

const picture = { width: 300, height: 200, orientation: 6 }
const size = [640, 360] as const

/** A well-formed file of each format that is read here or by a library, by extension. */
export const SAMPLES: Readonly<Record<string, Buffer>> = {
  png: png(picture),
  jpg: jpeg(picture),
  gif: gif(picture),
  bmp: bmp(picture),
  webp: webp(picture),
  tif: tiff(picture),
  avif: avif(picture, 1),
  svg: svg('viewBox="0 0 4 3"'),
  ico: icon(16, 32),
  tga: tga(picture),
  icns: join('icns\0\0\0\x18ic07\0\0\0\x10', Buffer.alloc(8)),
  wav: wav(1),
  aif: aiff(1),
  mp3: join(id3(20), mp3(30, [1, 9])),
  aac: adts(30),
  flac: flac(2),
  opus: opus(2),
  wv: wavPack(2),
  mpc: musepack(2),
  jp2: jpeg2000(picture),
  mp4: mp4({ size, seconds: 2 }),
  'fragmented.mp4': mp4({ size, seconds: 2, isFragmented: true }),
  webm: webm({ size }),
  'void.webm': join(webm({ size, seconds: 1 }), element(0xec, Buffer.alloc(9))),
  avi: avi(size, 50, 10),
  ts: transportStream(2),
  pdf: pdf(),
  docx: officeOpenXml(
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  ),
  odt: zip({ mimetype: 'application/vnd.oasis.opendocument.text' }),
  doc: compoundFile('WordDocument', '1Table'),
  html: latin1('<!doctype html><title>a</title>'),
  json: latin1('{"a":[1,2,{"b":null}]}'),
}
