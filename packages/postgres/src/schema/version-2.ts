import { CONTENT, CONTENT_INDEXES } from './content.ts'
import { ERASING } from './erasing.ts'
import { fillFinding, fillFindingAnew } from './fill-finding.ts'
import { KEEP_FILL_PROGRESS } from './fill-progress.ts'
import { fillUsage } from './fill-usage.ts'
import { FINDING_COLUMNS, FINDING_INDEXES } from './finding.ts'
import { FOLDER_INDEXES, FOLDERS } from './folders.ts'
import type { Migration } from './migration.ts'
import { STOP_OLDER_RELEASES } from './older-releases.ts'
import { OWN_DATA } from './own-data.ts'
import { OWNER_INDEXES, OWNERS } from './owners.ts'
import { TENANT_LIFE } from './tenant-life.ts'
import { FOUND, FOUND_CONSTRAINT, UNFOUND_INDEX, UNFOUND_WHEN_OLDER } from './unfound.ts'
import { USAGE_SCHEMA } from './usage.ts'
import { VERSIONS } from './versions.ts'

/**
 * What comes after `SCHEMA`. Instances of version 1 go on writing while assets are filled and indexed, which takes long.
 * Then they are stopped; what they wrote meanwhile is filled anew. What counts assets comes last: they would not count.
 */
export const VERSION_2: readonly Migration[] = [
  {
    kind: 'transaction',
    text: `${KEEP_FILL_PROGRESS}; ${USAGE_SCHEMA}; ${FOLDERS}; ${OWN_DATA}; ${FINDING_COLUMNS};
      ${CONTENT}; ${OWNERS}; ${VERSIONS}; ${TENANT_LIFE};
      ${UNFOUND_WHEN_OLDER}`,
  },
  { kind: 'fill', batch: fillFinding },
  ...FOLDER_INDEXES,
  ...FINDING_INDEXES,
  ...CONTENT_INDEXES,
  ...OWNER_INDEXES,
  UNFOUND_INDEX,
  { kind: 'transaction', text: STOP_OLDER_RELEASES },
  { kind: 'fill', batch: fillFindingAnew },
  { kind: 'transaction', text: FOUND },
  { kind: 'validate', table: 'assets', constraint: FOUND_CONSTRAINT },
  { kind: 'fill', batch: fillUsage },
  { kind: 'transaction', text: ERASING },
]
