// Folders of files to import, and what a store has of them.
import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Files of some kilobytes, 100 to a folder. Each has its own content. */
export async function makeFiles(directory, count) {
  for (let index = 0; index < count; index += 1) {
    const folder = path.join(directory, `folder ${Math.floor(index / 100)}`)
    if (index % 100 === 0) await mkdir(folder, { recursive: true })
    const content = Buffer.concat([
      Buffer.from(`${index}\n`),
      randomBytes(index % 50 === 0 ? 400_000 : 3000),
    ])
    await writeFile(path.join(folder, `file ${index}.bin`), content)
  }
}

/** `{ assets, distinct }`: how many there are, and how many differ in content, name or folder. */
export async function countIn(store) {
  const places = []
  for await (const { sha256, name, folderId } of store.matching({}).iterate()) {
    places.push(JSON.stringify([sha256, name, folderId]))
  }
  return { assets: places.length, distinct: new Set(places).size }
}
