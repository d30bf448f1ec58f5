// Every command with its help, in a pipe and in a terminal; wrong usage; shell completion.
import { execFileSync } from 'node:child_process'
import { run, runInTerminal } from './command.mjs'

/** Of the commands, each of so many is looked at on a terminal too; in the full run all are. */
const ON_SCREEN = 6

const WEBHOOK_VERBS = [
  'ls',
  'add',
  'update',
  'rm',
  'rotate',
  'ping',
  'replay',
  'deliveries',
  'retry',
]

export async function helpScenes({ report, full }) {
  const { stdout } = await run(['--help'])
  const verbs = [...stdout.matchAll(/^ {2}([a-z]+(?:-[a-z]+)*)\b(?= .*)/gm)].map(([, verb]) => verb)
  const commands = verbs
    .filter((verb) => !['help', 'keys', 'jobs', 'tenants', 'variants', 'webhooks'].includes(verb))
    .map((verb) => [verb])
    .concat(['create', 'list', 'revoke'].map((verb) => ['keys', verb]))
    .concat(['ls', 'retry', 'discard'].map((verb) => ['jobs', verb]))
    .concat(WEBHOOK_VERBS.map((verb) => ['webhooks', verb]))
    .concat(['list', 'export', 'erase'].map((verb) => ['tenants', verb]))
    .concat([['variants', 'fill']])
  report.check('the help names the verbs', commands.length >= 27, `${commands.length} commands`)
  const failures = []
  for (const [index, words] of commands.entries()) {
    const piped = await run([...words, '--help'])
    const passed =
      piped.exitCode === 0 &&
      piped.stderr === '' &&
      piped.stdout.startsWith(`Usage: stowage ${words.join(' ')}`) &&
      piped.stdout.includes('\nExamples:\n')
    const onScreen = full || index % ON_SCREEN === 0
    const isSame = !onScreen || (await isSameOnScreen(words, piped.stdout))
    if (!passed || !isSame) failures.push(words.join(' '))
  }
  report.check(
    'each has its help with examples, the same in a pipe and on a terminal',
    failures.length === 0,
    failures.join(', '),
  )
  for (const [name, args] of [
    ['an unknown verb', ['nonsense']],
    ['an unknown option', ['ls', '--nonsense']],
    ['no verb', []],
    ['a value that there is not', ['ls', '--sort', 'colour']],
  ]) {
    const { exitCode, stdout: out, stderr } = await run(args)
    report.check(
      `${name} is wrong usage`,
      exitCode === 2 && out === '' && stderr !== '',
      stderr.split('\n')[0],
    )
  }
  const { stdout: version } = await run(['--version'])
  report.check('--version', /^\d+\.\d+\.\d+\n$/.test(version), version.trim())
  await completionScenes(report)
}

async function isSameOnScreen(words, text) {
  const { exitCode, stdout } = await runInTerminal([...words, '--help'], { columns: 80 })
  return exitCode === 0 && stdout.replaceAll('\r', '') === text
}

async function completionScenes(report) {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { stdout, exitCode } = await run(['completion', shell])
    const here = hasShell(shell)
    if (here) execFileSync(shell, ['-n'], { input: stdout })
    report.check(
      `completion of ${shell}`,
      exitCode === 0 && stdout.includes('stowage'),
      here ? 'its syntax is right' : 'not installed here: not parsed',
    )
  }
}

function hasShell(name) {
  try {
    execFileSync(name, ['-c', 'true'])
    return true
  } catch {
    return false
  }
}
