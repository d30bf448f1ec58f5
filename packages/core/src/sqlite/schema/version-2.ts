import { CLAIMS } from './claims.ts'
import { CONTENT, CONTENT_INDEXES } from './content.ts'
import { fillFinding } from './fill-finding.ts'
import { fillUsage } from './fill-usage.ts'
import { FINDING, FINDING_INDEXES } from './finding.ts'
import { FOLDERS } from './folders.ts'
import type { Migration } from './migration.ts'
import { STOP_OLDER_RELEASES } from './older-releases.ts'
import { OWN_DATA } from './own-data.ts'
import { OWNER_INDEXES, OWNERS } from './owners.ts'
import { TENANT_LIFE } from './tenant-life.ts'
import { USAGE_SCHEMA } from './usage.ts'
import { VERSIONS } from './versions.ts'

/** What comes after `SCHEMA`: older processes stop, tables and columns are made, then filled, then indexed. */
export const VERSION_2: readonly Migration[] = [
  {
    kind: 'transaction',
    run(client) {
      client.exec(STOP_OLDER_RELEASES)
      client.exec(USAGE_SCHEMA + FOLDERS + OWN_DATA + FINDING)
      client.exec(CONTENT + OWNERS + VERSIONS + TENANT_LIFE)
    },
  },
  { kind: 'fill', batch: fillFinding },
  { kind: 'fill', batch: fillUsage },
  ...[...FINDING_INDEXES, ...CONTENT_INDEXES, ...OWNER_INDEXES].map(
    (text) => ({ kind: 'index', text }) as const,
  ),
  { kind: 'transaction', run: (client) => client.exec(CLAIMS) },
]
