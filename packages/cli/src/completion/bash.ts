import { quoted } from '../output/quoted.ts'
import { type CommandWords, valuesByFlag } from './command-words.ts'

/** The completion for bash: the words of a verb from a table, and files where an option takes a value. */
export function bashCompletion(commands: readonly CommandWords[]): string {
  const cases = commands.map(({ words, options, verbs }) => {
    const flags = options.flatMap((option) => option.flags)
    const all = [...verbs.map(({ name }) => name), ...flags]
    return `    ${quoted(words.join(' '))}) words=${quoted(all.join(' '))} ;;`
  })
  return `# bash completion of stowage. Add to ~/.bashrc: source <(stowage completion bash)
_stowage() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"
  local verb="" words="" index
  COMPREPLY=()
  case "$before" in
${valueCases(commands)}
  esac
  for ((index = 1; index < COMP_CWORD; index++)); do
    case " ${namesOf(commands)} " in
      *" \${verb:+$verb/}\${COMP_WORDS[index]} "*) verb="\${verb:+$verb/}\${COMP_WORDS[index]}" ;;
    esac
  done
  case "\${verb//\\// }" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o bashdefault -o default -F _stowage stowage
`
}

/** \`keys keys/create …\`: each verb after the words that lead to it. */
function namesOf(commands: readonly CommandWords[]): string {
  return commands
    .filter(({ words }) => words.length > 0)
    .map(({ words }) => words.join('/'))
    .join(' ')
}

function valueCases(commands: readonly CommandWords[]): string {
  return [...valuesByFlag(commands)]
    .map(([flag, words]) =>
      words.length === 0
        ? `    ${flag}) return ;;`
        : `    ${flag}) COMPREPLY=($(compgen -W ${quoted(words.join(' '))} -- "$current")); return ;;`,
    )
    .join('\n')
}
