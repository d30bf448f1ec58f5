import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ContractSetup, TransferFixture } from '@stowage/testing'
import { createMemoryMetadata } from '../../memory/metadata/create-memory-metadata.ts'
import type { MigratableMetadata } from '../../ports/transfer.ts'
import type { SqliteDriver } from '../driver/driver.ts'
import { openSqliteMetadata } from './open-sqlite-metadata.ts'

/** From a database of this driver to another one, or to memory. */
export function transferSetup(
  driver: SqliteDriver,
  other: 'SQLite' | 'memory',
): ContractSetup<TransferFixture> {
  return async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'stowage-transfer-'))
    const opened: MigratableMetadata[] = []
    const open = async (name: string): Promise<MigratableMetadata> => {
      const metadata = await openSqliteMetadata({ file: path.join(directory, name), driver })
      opened.push(metadata)
      return metadata
    }
    const to = other === 'SQLite' ? await open('to.db') : createMemoryMetadata()
    return {
      fixture: { from: await open('from.db'), to, reopen: () => open('from.db') },
      async dispose() {
        for (const metadata of opened) await metadata.close()
        await rm(directory, { recursive: true })
      },
    }
  }
}
