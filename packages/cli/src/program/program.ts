import { Command } from 'commander'
import type { CommonOptions, DefineVerb, Perform } from '../command/define.ts'
import type { Work } from '../command/run.ts'
import type { ExitCode } from '../exit/exit-codes.ts'
import { printableJson } from '../output/printable.ts'
import { VERBS } from '../verbs/verbs.ts'
import { execute } from './execute.ts'
import type { CliEnvironment } from './surroundings.ts'

const ENDING = `
Exit codes: 0 done · 1 some refused or failed · 2 wrong usage · 3 cannot open or reach · 130 stopped by Ctrl-C
Environment: STOWAGE_DIRECTORY, STOWAGE_POSTGRES, STOWAGE_TO_POSTGRES, STOWAGE_S3, STOWAGE_TENANT, STOWAGE_URL, STOWAGE_KEY, NO_COLOR, FORCE_COLOR`

/** The command line, with all its verbs. Shell completion and the help are made from it too. */
export function createProgram(
  surroundings: CliEnvironment,
  setExitCode: (code: ExitCode) => void,
  readerGone: AbortSignal,
): Command {
  const isJson = wantsJson(surroundings.args)
  const program = new Command('stowage')
    .description(
      'Operates a Stowage asset store: a folder, a database with a bucket, or a service by its URL.',
    )
    .version(surroundings.version ?? '', '-V, --version', 'says which version this is')
    .helpOption('-h, --help', 'shows what a command takes, with examples')
    .option('-d, --directory <folder>', 'the folder of the store (default: ./media)')
    .option(
      '--postgres <url>',
      'records in PostgreSQL. Others see a password here in the process list: set STOWAGE_POSTGRES',
    )
    .option('--s3 <bucket>', 'files in a bucket: s3://bucket/prefix, or https://host/bucket/prefix')
    .option('--tenant <name>', 'the tenant of the store (default: default)')
    .option('--url <url>', 'a service in place of a store, up to /api/v1')
    .option(
      '--key <key>',
      'an API key for the service. Others see it in the process list: set STOWAGE_KEY',
    )
    .option('--json', 'for programs: one JSON object a line')
    .option('-q, --quiet', 'results and errors alone')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => void surroundings.stdout.write(text),
      // With --json, only `outputError` writes to stderr.
      writeErr: (text) => void (isJson || surroundings.stderr.write(text)),
      outputError: (text, write) => {
        const error = text.trim().replace(/^error: /, '')
        if (isJson) void surroundings.stderr.write(`${printableJson({ error })}\n`)
        else write(text)
      },
      getOutHelpWidth: () => surroundings.stdout.columns ?? 80,
      getErrHelpWidth: () => surroundings.stderr.columns ?? 80,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .addHelpText('after', ENDING)
    .helpCommand('help [command]', 'shows the same for one command')
    .showHelpAfterError('Add --help to see what there is.')
    .exitOverride()
  for (const define of VERBS) program.addCommand(inherited(define, program, perform))
  return program

  function perform<Options>(verb: string, work: Work<Options>) {
    return async (...given: unknown[]): Promise<void> => {
      // Commander passes the operands, then the options, then the command.
      const command = given.at(-1) as Command
      const operands = given.slice(0, -2) as string[]
      const options = command.optsWithGlobals<CommonOptions & Options>()
      const hasDryRun = command.options.some(({ long }) => long === '--dry-run')
      const call = { surroundings, readerGone, verb, hasDryRun, options, operands }
      setExitCode(await execute(call, work))
    }
  }
}

/** Looks before the command line is parsed: errors in it must have the same format. */
export function wantsJson(args: readonly string[]): boolean {
  const end = args.indexOf('--')
  return (end === -1 ? args : args.slice(0, end)).includes('--json')
}

function inherited(define: DefineVerb, program: Command, perform: Perform): Command {
  const command = define(perform)
  for (const each of [command, ...command.commands]) each.copyInheritedSettings(program)
  return command
}
