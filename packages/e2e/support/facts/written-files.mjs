import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { writeTags } from './exiftool.mjs'

const FORMATS = ['jpeg', 'png', 'webp', 'tiff', 'avif']

/** Every fact of a picture, in each block that can say it. Real files seldom have a text for people who cannot see. */
const BLOCKS = {
  exif: (index) => ({
    'EXIF:DateTimeOriginal': '2024:05:01 18:30:00',
    'EXIF:SubSecTimeOriginal': '25',
    'EXIF:OffsetTimeOriginal': '+02:00',
    'EXIF:Make': 'Maker',
    'EXIF:Model': 'Camera 7',
    'EXIF:LensModel': 'Lens 24-70 mm',
    'EXIF:ISO': 400 + index,
    'EXIF:ExposureTime': 0.004,
    'EXIF:FNumber': 2.8,
    'EXIF:FocalLength': 50,
    'EXIF:GPSLatitude': 33.8568,
    'EXIF:GPSLatitudeRef': 'S',
    'EXIF:GPSLongitude': 151.2153,
    'EXIF:GPSLongitudeRef': 'E',
    'EXIF:GPSAltitude': 12.5,
    'EXIF:GPSAltitudeRef': 1,
    'EXIF:ImageDescription': `Bär ${index} am See`,
    'EXIF:Copyright': `© Größe ${index}`,
  }),
  xmp: (index) => ({
    'XMP-exif:DateTimeOriginal': '2024:05:01 18:30:00.25-05:00',
    'XMP-tiff:Make': 'Maker',
    'XMP-tiff:Model': 'Maker Camera 7',
    'XMP-aux:Lens': 'Lens 24-70 mm',
    'XMP-exif:ISO': 400 + index,
    'XMP-exif:ExposureTime': 0.004,
    'XMP-exif:FNumber': 2.8,
    'XMP-exif:FocalLength': 50,
    'XMP-exif:GPSLatitude': -33.8568,
    'XMP-exif:GPSLongitude': 151.2153,
    'XMP-exif:GPSAltitude': 12.5,
    'XMP-exif:GPSAltitudeRef': 1,
    'XMP-dc:Title': `Bär & See ${index}`,
    'XMP-dc:Description': `<Bär> ${index} am See`,
    'XMP-iptcCore:AltTextAccessibility': `Bär ${index} steht im Wasser`,
    'XMP-dc:Rights': `© Größe ${index}`,
    'XMP-dc:Subject': ['Bär', 'See'],
    'XMP-photoshop:City': 'Sydney',
  }),
  iptc: (index) => ({
    'IPTC:DateCreated': '2024:05:01',
    'IPTC:TimeCreated': '18:30:00+02:00',
    'IPTC:ObjectName': `Bär ${index}`,
    'IPTC:Caption-Abstract': `Bär ${index} am See`,
    'IPTC:CopyrightNotice': `© Größe ${index}`,
    'IPTC:Keywords': ['Bär', 'See'],
    'IPTC:City': 'Sydney',
  }),
}

/** A picture for each format and block, with what exiftool writes into it. */
export async function writtenFiles(exiftool, directory) {
  const files = Object.entries(BLOCKS).flatMap(([block, tagsOf]) =>
    FORMATS.map((format, index) => {
      const name = `${block}.${format}`
      return { name, format, path: path.join(directory, name), tags: tagsOf(index) }
    }),
  )
  for (const file of files) await writeFile(file.path, await picture(file.format))
  await writeTags(exiftool, files)
  return files.map(({ name, path: written }) => ({ name, path: written, category: 'image' }))
}

function picture(format) {
  return sharp({ create: { width: 8, height: 8, channels: 3, background: '#406080' } })
    .toFormat(format)
    .toBuffer()
}
