import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'

/**
 * The files that every tool gets: names with other letters, spaces and signs that URLs give a meaning, one name several times,
 * one content twice, pictures that tools make smaller ones of. `path` is where the file lies below `directory`.
 */
export async function writeLibraryFiles(directory) {
  const photo = await picture(640, 480, 'tan')
  const files = [
    {
      name: 'Düne & Meer.jpg',
      content: photo,
      folder: ['Reisen & Übersee', '2019'],
      alt: 'Eine Düne',
    },
    {
      name: 'Düne & Meer.jpg',
      content: await picture(800, 300, 'navy'),
      folder: ['Reisen & Übersee'],
    },
    { name: 'same.txt', content: 'the first', folder: ['2019'], alt: 'First' },
    { name: 'same.txt', content: 'the second', folder: ['2019'] },
    { name: 'same.txt', content: 'the first', folder: [] },
    { name: '写真.png', content: await picture(500, 500, 'red', 'png'), folder: [], alt: '写真' },
    { name: '100% #1 +a.txt', content: 'of signs', folder: ['Reisen & Übersee', '2019', 'März'] },
    { name: 'large.bin', content: Buffer.alloc(700_000, 'stowage '), folder: ['2019'] },
    { name: 'U\u0308bersicht.csv', content: 'a,b\n1,2\n', folder: [], caption: 'Übersicht "März"' },
    { name: 'old.txt', content: 'thrown away', folder: ['2019'], isTrashed: true },
  ]
  await mkdir(directory)
  return Promise.all(
    files.map(async (file, index) => {
      const at = path.join(directory, `${index}`)
      await writeFile(at, file.content)
      const { content: _, ...facts } = file
      return { ...facts, path: at, type: typeOf(file.name) }
    }),
  )
}

function picture(width, height, background, format = 'jpeg') {
  return sharp({ create: { width, height, channels: 3, background } })
    [format]()
    .toBuffer()
}

function typeOf(name) {
  const types = {
    '.jpg': 'image/jpeg',
    '.png': 'image/png',
    '.txt': 'text/plain',
    '.csv': 'text/csv',
  }
  return types[path.extname(name)] ?? 'application/octet-stream'
}
