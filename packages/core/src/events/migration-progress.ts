/** How far the migration of a database to the newest version has come. */
export interface MigrationProgress {
  /** The version that the database has: this many steps are done. */
  readonly version: number
  /** The version that this release knows. */
  readonly newest: number
  /** How much of the step after `version` is done, from 0 to 1. */
  readonly part: number
}

/** For messages: `step 3 of 8, 40 % done`. */
export function describeMigration({ version, newest, part }: MigrationProgress): string {
  return `step ${version + 1} of ${newest}, ${Math.floor(part * 100)} % done`
}
