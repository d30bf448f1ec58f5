import { quoted } from '../output/quoted.ts'
import { type CommandWords, type OptionWords, valuesByFlag } from './command-words.ts'

/** The completion for zsh, with the purpose of each verb and option. */
export function zshCompletion(commands: readonly CommandWords[]): string {
  const cases = commands.map(({ words, options, verbs }) => {
    const names = verbs.map(({ name, summary }) => quoted(`${escaped(name)}:${summary}`))
    const flags = options.flatMap((option) => option.flags.map((flag) => described(flag, option)))
    return `    ${quoted(words.join(' '))})
      verbs=(${names.join(' ')})
      flags=(${flags.join(' ')})
      ;;`
  })
  return `#compdef stowage
# zsh completion of stowage. Put it into a file _stowage of a folder of $fpath, or: source <(stowage completion zsh)
_stowage() {
  local verb="" word
  local -a verbs flags
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${verb:+$verb }$word" in
${patternsOf(commands)}
    esac
  done
  case "$verb" in
${cases.join('\n')}
  esac
  case "\${words[CURRENT-1]}" in
${valueCases(commands)}
  esac
  if [[ "$PREFIX" == -* ]]; then
    _describe 'option' flags
  elif (( \${#verbs} )); then
    _describe 'command' verbs
  else
    _files
  fi
}
compdef _stowage stowage
`
}

function patternsOf(commands: readonly CommandWords[]): string {
  return commands
    .filter(({ words }) => words.length > 0)
    .map(({ words }) => `      ${quoted(words.join(' '))}) verb=${quoted(words.join(' '))} ;;`)
    .join('\n')
}

function valueCases(commands: readonly CommandWords[]): string {
  return [...valuesByFlag(commands)]
    .map(([flag, words]) =>
      words.length === 0
        ? `    ${flag}) _files; return ;;`
        : `    ${flag}) compadd -- ${words.map(quoted).join(' ')}; return ;;`,
    )
    .join('\n')
}

function described(flag: string, { summary }: OptionWords): string {
  return quoted(`${escaped(flag)}:${summary}`)
}

function escaped(text: string): string {
  return text.replaceAll(':', '\\:')
}
