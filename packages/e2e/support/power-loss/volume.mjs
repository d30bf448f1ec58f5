import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'

const LONG_AGO = new Date('2020-01-01T00:00:00Z')

/** Writes an image out as a directory, all files last written long ago. */
export async function writeVolume({ files, directories }, directory) {
  await mkdir(directory)
  for (const at of directories) await mkdir(path.join(directory, at))
  for (const [at, { bytes }] of files) {
    if (isShared(at)) continue
    const file = path.join(directory, at)
    await writeFile(file, bytes)
    await utimes(file, LONG_AGO, LONG_AGO)
  }
}

/** What lies in a directory: path → `{ bytes, inode }`, without `bytes` for directories; parents first. */
export async function readVolume(directory) {
  const found = new Map()
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    const { ino: inode } = await stat(file)
    const bytes = entry.isFile() ? await readFile(file) : undefined
    found.set(path.relative(directory, file), { inode, ...(bytes && { bytes }) })
  }
  return new Map([...found].sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** Puts an image on an empty disk, all of it durable. */
export function loadImage(disk, { files, directories }) {
  for (const at of directories) disk.makeDirectory(at.split('/'))
  for (const [at, { bytes }] of files) {
    if (isShared(at)) continue
    const node = disk.makeFile(at.split('/'))
    disk.write(node, 0, bytes)
    disk.sync(node)
  }
  for (const at of ['', ...directories]) disk.sync(disk.find(at === '' ? [] : at.split('/')))
}

/**
 * Changes the disk to what was really found and resolves to what differed, as sentences: nothing, unless
 * calls were cut off, of which no log says whether they took place.
 */
export function reconcile(disk, found) {
  const differences = []
  const known = new Map()
  walk(disk.top, [])

  for (const at of [...known.keys()].reverse()) {
    if (found.has(at)) continue
    differences.push(`${at} is not there`)
    disk.remove(at.split('/'))
  }
  const byInode = new Map()
  for (const [at, { inode }] of found) if (known.has(at)) byInode.set(inode, at)
  for (const [at, { inode, bytes }] of found) {
    const place = at.split('/')
    if (!known.has(at)) {
      differences.push(`${at} is there`)
      if (bytes === undefined) disk.makeDirectory(place)
      else if (byInode.has(inode)) disk.link(byInode.get(inode).split('/'), place)
      else disk.makeFile(place)
    }
    if (bytes === undefined || isShared(at)) continue
    const node = disk.find(place)
    if (disk.bytesOf(node).equals(bytes)) continue
    differences.push(`${at} holds other bytes`)
    disk.truncate(node, bytes.length)
    disk.write(node, 0, bytes)
  }
  return differences

  function walk(directory, place) {
    for (const [name, node] of directory.names) {
      const at = [...place, name]
      known.set(at.join('/'), node)
      if (node.kind === 'directory') walk(node, at)
    }
  }
}

/** What processes share through memory. It does not outlive them. */
function isShared(at) {
  return at.endsWith('-shm')
}
