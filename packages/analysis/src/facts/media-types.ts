import type { FileCategory } from './file-facts.ts'

/** The media type of bytes about which nothing is known. */
export const UNKNOWN_TYPE = 'application/octet-stream'

/** What follows from a media type. */
interface MediaType {
  readonly type: FileCategory
  /** The usual extension, without dot; `undefined` when the type has none of its own. */
  readonly extension: string | undefined
}

/** Category and usual extension of a media type; unknown ones are sorted by their top-level type. */
export function mediaTypeOf(mimeType: string): MediaType {
  const known = KNOWN.get(mimeType)
  if (known) return known
  const top = mimeType.slice(0, mimeType.indexOf('/'))
  if (top === 'image' || top === 'video' || top === 'audio')
    return { type: top, extension: undefined }
  const isText = top === 'text' || /\+(?:xml|json)$/.test(mimeType)
  return { type: isText ? 'document' : 'other', extension: undefined }
}

/** `media type` → extension, by category. Of two synonyms, we report the first. */
const TABLE: Readonly<Record<FileCategory, string>> = {
  image: `
    image/apng:png image/avif:avif image/bmp:bmp image/bpg:bpg image/emf:emf image/fits:fits
    image/flif:flif image/gif:gif image/heic:heic image/heic-sequence:heics image/heif:heif
    image/heif-sequence:heifs image/hej2k:hej2 image/icns:icns image/j2c:j2c image/jls:jls image/jp2:jp2 image/jpeg:jpg image/jph:jph
    image/jpm:jpm image/jpx:jpx image/jxl:jxl image/ktx:ktx image/ktx2:ktx2 image/mj2:mj2 image/png:png
    image/sgi:sgi image/svg+xml:svg image/tiff:tif image/vnd.adobe.photoshop:psd image/vnd.djvu:djvu
    image/vnd.dwg:dwg image/vnd.dxf:dxf image/vnd.ms-dds:dds image/vnd.ms-photo:jxr image/vnd.radiance:hdr
    image/vnd.zbrush.pcx:pcx image/webp:webp image/wmf:wmf image/x-adobe-dng:dng image/x-canon-cr2:cr2
    image/x-canon-cr3:cr3 image/x-canon-crw:crw image/x-cursor:cur image/x-dcx:dcx image/x-dpx:dpx image/x-exr:exr
    image/x-fujifilm-raf:raf image/x-icon:ico image/x-ilbm:iff image/x-jng:jng image/x-minolta-mrw:mrw image/x-nikon-nef:nef
    image/x-olympus-orf:orf image/x-panasonic-rw2:rw2 image/x-pict:pct image/x-portable-arbitrarymap:pam
    image/x-portable-bitmap:pbm image/x-portable-floatmap:pfm image/x-portable-graymap:pgm
    image/x-portable-pixmap:ppm image/x-qoi:qoi image/x-sony-arw:arw image/x-tga:tga image/x-xbitmap:xbm
    image/x-xcf:xcf image/x-xpixmap:xpm
    image/x-xwindowdump:xwd`,
  video: `
    application/vnd.rn-realmedia:rm video/3gpp:3gp video/3gpp2:3g2 video/h264:h264 video/h265:h265 video/mp2t:ts video/mp4:mp4
    video/mpeg:mpg video/ogg:ogv video/quicktime:mov video/webm:webm video/x-flc:flc video/x-flv:flv
    video/x-m4v:m4v video/x-matroska:mkv video/x-mng:mng video/x-ms-asf:asf video/x-ms-wmv:wmv video/x-msvideo:avi
    video/x-yuv4mpeg:y4m`,
  audio: `
    application/mxf:mxf audio/3gpp:3gp audio/3gpp2:3g2 audio/aac:aac audio/ac3:ac3 audio/aiff:aif audio/amr:amr audio/ape:ape
    audio/basic:au audio/eac3:eac3 audio/flac:flac audio/midi:mid audio/mp4:m4a audio/mpeg:mp3
    audio/ogg:ogg audio/qcelp:qcp audio/vnd.dts:dts audio/wav:wav audio/wavpack:wv audio/webm:weba audio/x-caf:caf audio/x-dff:dff
    audio/x-dsf:dsf audio/x-hx-aac-adif:aac audio/x-it:it audio/x-matroska:mka audio/x-mod:mod audio/x-ms-wma:wma
    audio/x-musepack:mpc audio/x-pn-realaudio:ra audio/x-s3m:s3m audio/x-tak:tak audio/x-tta:tta audio/x-vgm:vgm audio/x-voc:voc
    audio/x-xm:xm`,
  document: `
    application/epub+zip:epub application/json:json application/mbox:mbox application/msword:doc
    application/pdf:pdf application/postscript:ps application/rdf+xml:rdf application/rtf:rtf
    application/atom+xml:atom application/rss+xml:rss application/vnd.apple.keynote:key
    application/vnd.apple.numbers:numbers application/vnd.apple.pages:pages
    application/vnd.lotus-1-2-3:123 application/vnd.ms-excel:xls application/vnd.ms-excel.sheet.binary.macroenabled.12:xlsb
    application/vnd.ms-excel.sheet.macroenabled.12:xlsm
    application/vnd.ms-excel.template.macroenabled.12:xltm application/vnd.ms-htmlhelp:chm
    application/vnd.ms-outlook:msg application/vnd.ms-powerpoint:ppt
    application/vnd.ms-powerpoint.presentation.macroenabled.12:pptm
    application/vnd.ms-powerpoint.slideshow.macroenabled.12:ppsm
    application/vnd.ms-powerpoint.template.macroenabled.12:potm
    application/vnd.ms-project:mpp application/vnd.ms-word.document.macroenabled.12:docm
    application/vnd.ms-word.template.macroenabled.12:dotm application/vnd.ms-xpsdocument:xps
    application/vnd.oasis.opendocument.formula:odf application/vnd.oasis.opendocument.graphics:odg
    application/vnd.oasis.opendocument.graphics-template:otg
    application/vnd.oasis.opendocument.presentation:odp
    application/vnd.oasis.opendocument.presentation-template:otp
    application/vnd.oasis.opendocument.spreadsheet:ods
    application/vnd.oasis.opendocument.spreadsheet-template:ots
    application/vnd.oasis.opendocument.text:odt application/vnd.oasis.opendocument.text-master:odm
    application/vnd.oasis.opendocument.text-template:ott
    application/vnd.openxmlformats-officedocument.presentationml.presentation:pptx
    application/vnd.openxmlformats-officedocument.presentationml.slideshow:ppsx
    application/vnd.openxmlformats-officedocument.presentationml.template:potx
    application/vnd.openxmlformats-officedocument.spreadsheetml.sheet:xlsx
    application/vnd.openxmlformats-officedocument.spreadsheetml.template:xltx
    application/vnd.openxmlformats-officedocument.wordprocessingml.document:docx
    application/vnd.openxmlformats-officedocument.wordprocessingml.template:dotx
    application/vnd.visio:vsdx application/vnd.wordperfect:wpd application/x-cfb:cfb
    application/x-hwp:hwp application/x-indesign:indd application/x-mobipocket-ebook:mobi
    application/x-quattro-pro:qpw
    application/x-subrip:srt application/xhtml+xml:xhtml application/xml:xml message/rfc822:eml
    text/calendar:ics text/css:css text/csv:csv text/html:html text/javascript:js text/markdown:md
    text/plain:txt text/tab-separated-values:tsv text/vcard:vcf text/vtt:vtt text/yaml:yaml`,
  archive: `
    application/gzip:gz application/java-archive:jar application/vnd.android.package-archive:apk
    application/vnd.google-earth.kmz:kmz application/vnd.ms-cab-compressed:cab application/vnd.rar:rar
    application/x-7z-compressed:7z application/x-ace-compressed:ace
    application/x-apple-diskimage:dmg application/x-arj:arj application/x-asar:asar
    application/x-bzip2:bz2 application/x-compress:z application/x-cpio:cpio application/x-deb:deb application/warc:warc
    application/x-iso9660-image:iso application/x-lz4:lz4 application/x-lzh-compressed:lzh
    application/x-lzip:lz application/x-lzma:lzma application/x-java-pack200:pack application/x-rpm:rpm application/x-snappy-framed:sz application/x-tar:tar application/x-unix-archive:ar
    application/x-xpinstall:xpi application/x-xz:xz application/zip:zip application/zstd:zst`,
  other: `
    application/dicom:dcm application/vnd.ms-outlook-pst:pst application/vnd.ms-tnef:dat
    application/x-3ds:3ds application/x-font-type1:pfb application/x-hdf5:h5 application/x-plist:plist
    application/x-navi-animation:ani application/vnd.iccprofile:icc application/vnd.ms-fontobject:eot
    application/wasm:wasm application/x-elf:elf application/x-mie:mie application/x-msaccess:mdb
    application/x-msdownload:exe application/x-msi:msi application/x-shockwave-flash:swf
    application/x-sqlite3:sqlite font/collection:ttc font/otf:otf font/ttf:ttf font/woff:woff
    font/woff2:woff2 model/3mf:3mf model/gltf-binary:glb model/stl:stl model/vrml:wrl model/x3d+xml:x3d`,
}

const KNOWN: ReadonlyMap<string, MediaType> = new Map(
  (Object.entries(TABLE) as [FileCategory, string][]).flatMap(([type, rows]) =>
    rows
      .trim()
      .split(/\s+/)
      .map((row): [string, MediaType] => {
        const colon = row.indexOf(':')
        return [row.slice(0, colon), { type, extension: row.slice(colon + 1) }]
      }),
  ),
)

/** The name that we report for a type with several names, without parameters and in lower case. */
export function canonicalMimeType(mimeType: string): string {
  const bare = mimeType.replace(/\s*;.*$/s, '').toLowerCase()
  return SYNONYMS.get(bare) ?? bare
}

const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['application/eps', 'application/postscript'],
  ['application/ogg', 'audio/ogg'],
  ['application/vnd.ms-asf', 'video/x-ms-wmv'],
  ['application/x-rar-compressed', 'application/vnd.rar'],
  ['audio/vnd.dolby.dd-raw', 'audio/ac3'],
  ['audio/x-m4a', 'audio/mp4'],
  ['audio/x-ms-asf', 'audio/x-ms-wma'],
  ['image/apng', 'image/png'],
  ['video/matroska', 'video/x-matroska'],
  ['video/mp1s', 'video/mpeg'],
  ['video/mp2p', 'video/mpeg'],
  ['video/vnd.avi', 'video/x-msvideo'],
  ['video/x-ms-asf', 'video/x-ms-wmv'],
])
