import type { AssetStore } from '@stowage/core'
import type { VerifyReport } from '@stowage/core/types'
import { Option } from 'commander'
import { type DefineVerb, describe } from '../../command/define.ts'
import type { Run } from '../../command/run.ts'
import { whenFree } from '../../command/when-free.ts'
import { EXIT, type ExitCode } from '../../exit/exit-codes.ts'
import { problemLine, problemRecord } from '../../output/problem-line.ts'
import { formatBytes, formatItems } from '../../output/quantities.ts'
import type { ProgressBar } from '../../progress/progress.ts'
import { countRecords } from '../../target/all-records.ts'

interface VerifyVerbOptions {
  readonly repair?: boolean
  readonly quick?: boolean
  readonly background?: boolean
}

/** The totals of all runs of one check. */
interface Tally {
  records: number
  bytes: number
  found: number
  open: number
  variantsMade: number
}

/** `stowage verify` */
export const defineVerify: DefineVerb = (perform) =>
  describe('verify', 'Compares records and files of the whole store, while it is in use.', [
    ['verify', 'reads every byte'],
    ['verify --quick', 'looks at names and sizes alone'],
    ['verify --background', 'lets "stowage serve" or "work" do it, in small parts'],
    ['verify --repair', 'puts aside what is damaged or orphaned; deletes no file'],
  ])
    .option('--repair', 'acts on what it finds. Everything it does can be undone')
    .option('--quick', 'reads no file')
    .addOption(
      new Option('--background', 'only asks for it: see "stowage jobs ls"').conflicts([
        'repair',
        'quick',
      ]),
    )
    .action(perform('verify', verify))

async function verify(run: Run, options: VerifyVerbOptions): Promise<ExitCode | undefined> {
  const { output, signal } = run
  const { store } = await run.openStore('change')
  if (options.background === true) return inBackground(run, store)
  const tally: Tally = { records: 0, bytes: 0, found: 0, open: 0, variantsMade: 0 }
  run.howToGoOn('Nothing is lost: run the same command again.')
  const bar = run.startProgress({ total: await countRecords(store) })
  let cursor: string | undefined
  try {
    do {
      const from = cursor === undefined ? {} : { cursor }
      const report: VerifyReport = await whenFree(run, () =>
        store.admin.verify({
          ...from,
          signal,
          repair: options.repair === true,
          checksums: options.quick !== true,
          onProgress: ({ records }) => bar.set(tally.records + records),
        }),
      )
      add(run, tally, report, bar)
      cursor = report.cursor ?? undefined
    } while (cursor !== undefined)
  } finally {
    bar.end()
  }
  return tell(run, tally, output.colours)
}

async function inBackground({ output, signal }: Run, { admin }: AssetStore): Promise<undefined> {
  const id = await admin.startVerify({ signal })
  output.record({ job_id: id })
  output.result(`${output.colours.green('✔')} the job ${id} verifies the store`)
  output.note('It runs while "stowage serve" or "stowage work" does. It is gone once all is whole.')
}

function add({ output }: Run, tally: Tally, report: VerifyReport, bar: ProgressBar): void {
  tally.records += report.records
  tally.bytes += report.bytes
  tally.found += report.problems.length
  tally.variantsMade += report.variantsMade
  bar.set(tally.records)
  if (report.problems.length > 0) bar.end()
  for (const problem of report.problems) {
    if (problem.repair === null) tally.open += 1
    if (output.json) output.record(problemRecord(problem))
    else output.error(problemLine(problem))
  }
}

function tell(
  { output }: Run,
  { records, bytes, found, open, variantsMade }: Tally,
  { green, red }: Run['output']['colours'],
): ExitCode | undefined {
  const repaired = found - open
  output.record({ files: records, bytes_read: bytes, problems: found, repaired })
  const read = bytes > 0 ? `, ${formatBytes(bytes)} read` : ''
  const looked = `${formatItems(records, 'file')} looked at${read}`
  if (found === 0) output.result(`${green('✔')} ${looked}: whole`)
  else {
    const acts = repaired > 0 ? `, ${formatItems(repaired, 'one', 'of them')} dealt with` : ''
    output.result(`${red('✖')} ${looked}: ${formatItems(found, 'problem')}${acts}`)
  }
  if (variantsMade > 0) output.say(`${formatItems(variantsMade, 'file')} got a thumbnail`)
  if (open > 0) output.note('"stowage verify --repair" puts aside what is damaged or orphaned.')
  return open > 0 ? EXIT.refused : undefined
}
