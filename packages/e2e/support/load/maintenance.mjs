import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The verbs by which an app maintains a store. No sweep may purge anything: nothing in the load is old enough. */
export function createMaintenance({ store, journal }) {
  const { admin } = store
  const counts = { postponed: 0 }
  return {
    counts,
    async sweep() {
      const { value } = await journal.act({ verb: 'sweep' }, () => admin.sweep())
      if (value?.retentionPostponed) counts.postponed += 1
      if (value?.purged > 0) journal.violation(`${value.purged} assets were purged by their age`)
    },
    async hold() {
      const { value } = await journal.act({ verb: 'hold' }, () => admin.pauseDeletion())
      if (value !== undefined) await journal.act({ verb: 'release' }, () => value.resume())
    },
    /** May be refused while clocks leap: then it has to be made again. */
    async backup() {
      const directory = await mkdtemp(path.join(tmpdir(), 'stowage-e2e-backup-'))
      try {
        const intent = { verb: 'backup', expects: ['unavailable'] }
        await journal.act(intent, () => admin.backup({ directory }))
      } finally {
        await rm(directory, { recursive: true, force: true })
      }
    },
  }
}
