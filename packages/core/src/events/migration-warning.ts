import { describeMigration, type MigrationProgress } from './migration-progress.ts'

/**
 * Makes a function that reports the progress of a migration as process warnings. Opening a big database may take
 * minutes, and the log then says why. Each tenth of a step is reported once.
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
