import { quoted } from '../output/quoted.ts'
import type { CommandWords, OptionWords } from './command-words.ts'

/** The completion for fish: one line for each verb and each option. */
export function fishCompletion(commands: readonly CommandWords[]): string {
  const lines = commands.flatMap((command) => {
    const { words, options, verbs } = command
    const when = quoted(conditionOf(command))
    return [
      ...verbs.map(
        ({ name, summary }) =>
          `complete -c stowage -f -n ${when} -a ${quoted(name)} -d ${quoted(summary)}`,
      ),
      ...(words.length === 0 && verbs.length > 0 ? [] : options).map(
        (option) =>
          `complete -c stowage -n ${when} ${flagsOf(option)} -d ${quoted(option.summary)}`,
      ),
    ]
  })
  return `# fish completion of stowage: stowage completion fish > ~/.config/fish/completions/stowage.fish
${lines.join('\n')}
`
}

/** No verb yet; or this verb, and none of its subverbs. */
function conditionOf({ words, verbs }: CommandWords): string {
  const inner = verbs.map(({ name }) => name).join(' ')
  const [first] = words
  if (first === undefined) return `not __fish_seen_subcommand_from ${inner}`
  const seen = words.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ')
  return inner === '' ? seen : `${seen}; and not __fish_seen_subcommand_from ${inner}`
}

function flagsOf({ flags, takesValue, values }: OptionWords): string {
  const names = flags.map((flag) =>
    flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`,
  )
  const value = takesValue ? ['-r'] : []
  const list = values.length === 0 ? [] : ['-f', '-a', quoted(values.join(' '))]
  return [...names, ...value, ...list].join(' ')
}
