import path from 'node:path'
import { sqlite } from '@stowage/core/sqlite'

/** Far from now in microseconds, whatever a check has done to the clock. */
const EVER = Date.UTC(2200, 0) * 1000

/**
 * How many blob keys of a database are reserved or claimed, none of a record among them. Nothing may have
 * it open. Asked by way of the port, so those that are found are claimed from then on.
 */
export async function reservationsLeft(directory) {
  const { open } = sqlite({ file: path.join(directory, 'stowage.db') })
  const metadata = await open({ clock: () => EVER })
  try {
    return (await metadata.blobs.claim({ due: true, limit: 1000 })).length
  } finally {
    await metadata.close()
  }
}
