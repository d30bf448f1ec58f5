import { Command, InvalidArgumentError } from 'commander'
import { type DefineVerb, describe, type Perform } from '../../command/define.ts'
import { forEachId } from '../../command/for-each-id.ts'
import { listItems } from '../../command/list-items.ts'
import type { Run } from '../../command/run.ts'
import { EXIT, type ExitCode } from '../../exit/exit-codes.ts'
import { wholeNumber } from '../../options/whole-number.ts'
import { formatAge, formatItems } from '../../output/quantities.ts'
import { JOB_STATES, type JobItem, type JobStateName } from '../../target/target.ts'
import { readIds } from '../assets/read-ids.ts'

interface ListOptions {
  readonly kind?: string
  readonly state?: JobStateName
  readonly limit?: number
  readonly all?: boolean
}

/** `stowage jobs ls|retry|discard` */
export const defineJobs: DefineVerb = (perform) =>
  new Command('jobs')
    .description('Work in the background: lists it, tries again what failed, discards it.')
    .addCommand(listCommand(perform))
    .addCommand(retryCommand(perform))
    .addCommand(discardCommand(perform))

function listCommand(perform: Perform): Command {
  return describe('ls', 'Lists what waits, runs or failed for good, the oldest first.', [
    ['jobs ls --state dead', 'what failed for good, and why'],
    ['jobs ls --kind send-mail', 'of one kind'],
    ['jobs ls -q --state dead | stowage jobs retry -', 'tries all of it again'],
  ])
    .option('--kind <kind>', 'of this kind')
    .option('--state <state>', JOB_STATES.join(', '), stateOf)
    .option(
      '--limit <count>',
      'at most so many (default: 100; all with --json and --quiet)',
      wholeNumber(1, 1e9),
    )
    .option('--all', 'without a limit')
    .action(perform('jobs ls', list))
}

function retryCommand(perform: Perform): Command {
  return describe('retry', 'Lets jobs that failed for good wait again, with all their attempts.', [
    ['jobs retry 01a208c6-2857-77e8-aaed-ee3661e246eb', 'one job'],
    ['jobs retry -', 'those whose ids come on stdin'],
  ])
    .argument('<ids...>', 'ids, as "stowage jobs ls" shows them; - for those on stdin')
    .action(perform('jobs retry', retry))
}

function discardCommand(perform: Perform): Command {
  return describe('discard', 'Deletes jobs, so that they are never done.', [
    ['jobs discard 01a208c6-2857-77e8-aaed-ee3661e246eb', 'asks first'],
    ['jobs discard - --yes', 'those whose ids come on stdin; does not ask'],
  ])
    .argument('<ids...>', 'ids, as "stowage jobs ls" shows them; - for those on stdin')
    .option('-y, --yes', 'does not ask')
    .action(perform('jobs discard', discard))
}

async function list(run: Run, options: ListOptions): Promise<undefined> {
  const { kind, state } = options
  const { jobs } = await run.open('read')
  const filter = { ...(kind !== undefined && { kind }), ...(state !== undefined && { state }) }
  const shown = await listItems(run, jobs.list(filter, run.signal), {
    options,
    first: 'oldest',
    none: 'There is no such job. A job that is done is gone.',
    recordOf: (job) => job,
    idOf: ({ id }) => id,
  })
  if (shown.length > 0) table(run, shown)
}

function table({ output }: Run, jobs: readonly JobItem[]): void {
  output.table(
    [
      { head: 'KIND', text: ({ kind }) => kind },
      { head: 'STATE', text: ({ state }) => state },
      { head: 'ATTEMPT', text: ({ attempt, max_attempts: most }) => `${attempt} of ${most}` },
      { head: 'CREATED', text: ({ created_at: at }) => formatAge(at) },
      { head: 'ERROR', text: ({ error }) => error ?? '', atMost: 60 },
      { head: 'ID', text: ({ id }) => id },
    ],
    jobs,
  )
}

async function retry(
  run: Run,
  _: object,
  ...operands: readonly string[]
): Promise<ExitCode | undefined> {
  const ids = await readIds(operands.flat(), run.io.stdin)
  const { jobs } = await run.open('change')
  const change = (id: string) => jobs.retry(id, run.signal)
  return forEachId(run, ids, { did: 'retried', words: 'waits again', change })
}

async function discard(
  run: Run,
  options: { readonly yes?: boolean },
  ...operands: readonly string[]
): Promise<ExitCode | undefined> {
  const ids = await readIds(operands.flat(), run.io.stdin)
  const question = `Discard ${formatItems(ids.length, 'job')}? They are never done then.`
  if (options.yes !== true && !(await run.confirm(question))) return EXIT.refused
  const { jobs } = await run.open('change')
  const change = (id: string) => jobs.discard(id, run.signal)
  return forEachId(run, ids, { did: 'discarded', words: 'is discarded', change })
}

function stateOf(text: string): JobStateName {
  const state = JOB_STATES.find((each) => each === text)
  if (state !== undefined) return state
  throw new InvalidArgumentError(
    `There is no state ${JSON.stringify(text)}. There are ${JOB_STATES.join(', ')}.`,
  )
}
