/**
 * The types that are accepted from file-type: rare ones, each with a signature too long to be chance, that none of our
 * own signatures, headers or readers decides. Any other answer is ignored, so a weaker check cannot bring back a type
 * that our own checks have refused.
 */
const LIBRARY_TYPES: ReadonlySet<string> = new Set(
  `application/avro application/dicom application/java-vm application/mxf
  application/vnd.apache.arrow.file application/vnd.apache.parquet application/vnd.google.draco
  application/vnd.iccprofile application/vnd.ms-cab-compressed application/vnd.ms-fontobject
  application/vnd.sketchup.skp application/vnd.tcpdump.pcap
  application/x-ace-compressed application/x-asar application/x-blender application/x-esri-shape
  application/x-ft-windows-registry-hive application/x-google-chrome-extension application/x-indesign
  application/x-jmp-data application/x-lz4 application/x-lzh-compressed application/x-lzip
  application/x-mach-binary application/x-mie application/x-mobipocket-ebook application/x-ms-regedit
  application/x-nintendo-nes-rom application/x-rpm application/x-spss-sav
  application/x.apple.alias application/x.autodesk.fbx application/x.ms.shortcut
  audio/qcelp audio/x-it audio/x-s3m audio/x-voc audio/x-xm
  image/flif image/vnd.dwg image/x-fujifilm-raf image/x-olympus-orf image/x-panasonic-rw2`
    .trim()
    .split(/\s+/),
)

/** Whether a library may say that a file is of this type. */
export function mayLibraryTell(mimeType: string): boolean {
  return LIBRARY_TYPES.has(mimeType)
}
