import { constants } from 'node:fs'
import { copyFile, link } from 'node:fs/promises'

/** What systems say where a disk has no hard links, as exFAT and some network drives. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']

/**
 * Gives a whole file its name, and never writes over another: `EEXIST` then. Where a disk has no hard links it is
 * copied, and a copy that is killed in the middle stays under the name.
 */
export async function placeNew(
  part: string,
  target: string,
  makeLink: (from: string, to: string) => Promise<void> = link,
): Promise<void> {
  try {
    await makeLink(part, target)
  } catch (error) {
    if (!NO_LINKS.includes(String(Object(error).code))) throw error
    await copyFile(part, target, constants.COPYFILE_EXCL)
  }
}
