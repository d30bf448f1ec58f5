import { describeMigration, type MigrationProgress } from '../model/tenants/migration-progress.ts'

/**
 * Makes the function that says, as warnings of the process, how far a migration is. Opening a big database may take
 * minutes, and the log then says why. Each tenth of a step is said once.
 */
export function createMigrationWarning(): (progress: MigrationProgress) => void {
  let last = ''
  return (progress) => {
    const tenth = `${progress.version} ${Math.floor(progress.part * 10)}`
    if (tenth === last) return
    last = tenth
    process.emitWarning(`The database is being migrated: ${describeMigration(progress)}.`, {
      code: 'STOWAGE',
    })
  }
}
