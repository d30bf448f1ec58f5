import { Argument, type Command } from 'commander'
import { type DefineVerb, describe } from '../command/define.ts'
import type { Run } from '../command/run.ts'
import { bashCompletion } from '../completion/bash.ts'
import { type CommandWords, commandWords } from '../completion/command-words.ts'
import { fishCompletion } from '../completion/fish.ts'
import { zshCompletion } from '../completion/zsh.ts'

const SHELLS: Readonly<Record<string, (commands: readonly CommandWords[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
}

/** `stowage completion` */
export const defineCompletion: DefineVerb = (perform) => {
  const command: Command = describe(
    'completion',
    'Prints what a shell needs to complete commands.',
    [
      ['completion bash >> ~/.bashrc', 'bash'],
      ['completion zsh > ~/.zfunc/_stowage', 'zsh, where ~/.zfunc is in $fpath'],
      ['completion fish > ~/.config/fish/completions/stowage.fish', 'fish'],
    ],
  )
  return command.addArgument(new Argument('<shell>', 'which').choices(Object.keys(SHELLS))).action(
    perform('completion', async ({ io }: Run, _options: object, shell = '') => {
      const script = SHELLS[shell]?.(commandWords(programOf(command))) ?? ''
      io.stdout.write(script)
      return undefined
    }),
  )
}

function programOf(command: Command): Command {
  return command.parent === null ? command : programOf(command.parent)
}
