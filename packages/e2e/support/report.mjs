/**
 * Collects what a check found. `check` prints one line and counts; `run` prints the last line and sets
 * the exit code.
 */
export function createReport(title) {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  console.log(title)

  return {
    /** `detail` is the measured figure, printed either way. */
    check(name, passed, detail = '') {
      counts[passed ? 'passed' : 'failed'] += 1
      console.log(`  ${passed ? 'ok  ' : 'FAIL'} ${name}${detail === '' ? '' : `: ${detail}`}`)
    },
    /** One check that passes when `body` does not throw; a string that it resolves to is its detail. */
    async step(name, body) {
      try {
        const detail = await body()
        this.check(name, true, typeof detail === 'string' ? detail : '')
      } catch (error) {
        this.check(name, false, error.stack)
      }
    },
    /** Counts one check as skipped. */
    skip(name, why) {
      counts.skipped += 1
      console.log(`  skip ${name}: ${why}`)
    },
    note(text) {
      console.log(`       ${text}`)
    },
    /** Counts an exception as a failed check, so that the last line is always printed. */
    async run(body) {
      try {
        await body()
      } catch (error) {
        this.check('the check runs to its end', false, error.stack)
      }
      console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
      process.exitCode = counts.failed > 0 ? 1 : 0
    },
  }
}
