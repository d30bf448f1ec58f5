import type { MessagePort } from 'node:worker_threads'
import { openConnection } from '../connection/connection.ts'
import { toStoreError } from '../connection/failure.ts'
import { retryWhileBusy } from '../connection/retry.ts'
import type { SqliteClient } from '../driver/client.ts'
import { openerOf } from '../driver/driver.ts'
import { toPlainError } from '../writer/plain-error.ts'
import type { BackupSetup } from './backup-setup.ts'

async function copy({ file, found, busyTimeout, target }: BackupSetup): Promise<void> {
  const open = openerOf(found)
  const client = await retryWhileBusy(busyTimeout, () => openConnection(open, file, busyTimeout))
  try {
    client.prepare('VACUUM INTO ?').run(target)
  } finally {
    client.close()
  }
  dropLeases(open(target))
}

/** Leases and holds belong to processes that use the original. No process would release them in the copy. */
function dropLeases(copy: SqliteClient): void {
  try {
    copy.exec('DELETE FROM leases')
  } finally {
    copy.close()
  }
}

/** Makes one copy. Then the thread ends, after a message that says why if it failed. */
export function serveBackup(port: MessagePort): void {
  port.once('message', (setup: BackupSetup) => {
    copy(setup).catch((error: unknown) => {
      port.postMessage(toPlainError(toStoreError(error)))
    })
  })
}
