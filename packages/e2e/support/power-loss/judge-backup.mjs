import { createHash } from 'node:crypto'
import path from 'node:path'
import { BACKUP, VOLUME } from './places.mjs'

const HOME = path.posix.relative(VOLUME, BACKUP)
const MARKER = `${HOME}/incoming/stowage-backup`

/**
 * Makes the function that lists, in sentences, what is wrong with the backup in an image, given what was promised. From
 * the first answer on, the backup's database must be one that was backed up, with all of its files. A later backup
 * must recognise them as its own.
 */
export function createBackupJudge(readDatabase) {
  return async function judge({ files }, { backups }) {
    const ours = new Map()
    const blobs = new Map()
    for (const [at, file] of files) {
      const name = path.posix.basename(at)
      if (at.startsWith(`${HOME}/blobs/`)) blobs.set(name, file)
      else if (path.posix.dirname(at) === HOME) ours.set(name, file)
    }
    if (!ours.has('stowage.db')) {
      const lost = backups.kept === null ? [] : ['the backup is lost']
      const begun = [...files.keys()].some((at) => at.startsWith(`${HOME}/`) && at !== MARKER)
      const known = !begun || files.has(MARKER)
      return known ? lost : [...lost, 'no later backup knows the files for those of one cut off']
    }
    const content = await readDatabase(ours)
    if (content === null || content.broken !== undefined) {
      return [`the database of the backup is broken: ${content?.broken ?? 'it is empty'}`]
    }
    return [
      ...content.assets.flatMap((asset) => missingBytes(asset, blobs)),
      ...otherContent(content.assets, backups),
      ...unknownDatabase(ours),
    ]
  }
}

function missingBytes({ name, blobs: needed }, blobs) {
  return needed.flatMap(({ blobKey, size, sha256 }) => {
    const bytes = blobs.get(blobKey)?.bytes
    if (bytes === undefined) return [`${name} is in the backup without its bytes`]
    const digest = createHash('sha256').update(bytes).digest('hex')
    if (bytes.length === size && digest === sha256) return []
    return [`${name} is in the backup with wrong bytes`]
  })
}

function otherContent(assets, { kept, open }) {
  const same = (ids) => ids?.size === assets.length && assets.every(({ id }) => ids.has(id))
  return same(kept) || same(open) ? [] : ['the backup holds other assets than were promised']
}

/** Times of files are not part of an image, so databases are identified by their size here. */
function unknownDatabase(files) {
  const size = files.get('stowage.db').bytes.length
  const ledger = files.get('backup.json')?.bytes.toString() ?? ''
  return ledger.includes(`"${size}-`) ? [] : ['no later backup knows the database for its own']
}
