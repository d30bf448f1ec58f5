import { STORE_EVENT_TYPES } from '@stowage/core/internal'
import type { Command, Option } from 'commander'

/** One verb as completion knows it: `keys create` has two words. */
export interface CommandWords {
  readonly words: readonly string[]
  readonly summary: string
  readonly options: readonly OptionWords[]
  readonly verbs: readonly { readonly name: string; readonly summary: string }[]
}

/** One option: its spellings, and what its value is. */
export interface OptionWords {
  readonly flags: readonly string[]
  readonly summary: string
  readonly takesValue: boolean
  /** Values that it can have; empty for a path. */
  readonly values: readonly string[]
}

/** Values of options with few values, by the option, or by how its help writes it. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  '--type': ['image', 'video', 'audio', 'document', 'archive', 'other'],
  '--status': ['ready', 'processing', 'failed'],
  '--sort': ['created', 'updated', 'name', 'size', 'type', 'duration'].flatMap((name) => [
    name,
    `-${name}`,
  ]),
  '--variant': ['thumbnail', 'optimized'],
  '--action': STORE_EVENT_TYPES,
  '--type <event>': STORE_EVENT_TYPES,
  '--permissions': ['read', 'write', 'delete', 'manage'],
}

/** All commands of a program, the program itself first. */
export function commandWords(program: Command): readonly CommandWords[] {
  const shared = program.options.map(wordsOfOption)
  const visit = (command: Command, words: readonly string[]): CommandWords[] => [
    {
      words,
      summary: command.description(),
      options: [
        ...(command === program ? [] : command.options.map(wordsOfOption)),
        ...shared,
        HELP,
      ],
      verbs: command.commands.map((inner) => ({
        name: inner.name(),
        summary: inner.description(),
      })),
    },
    ...command.commands.flatMap((inner) => visit(inner, [...words, inner.name()])),
  ]
  return visit(program, [])
}

const HELP: OptionWords = {
  flags: ['--help'],
  summary: 'shows the help',
  takesValue: false,
  values: [],
}

function wordsOfOption(option: Option): OptionWords {
  const flags = [option.short, option.long].filter((flag) => typeof flag === 'string')
  return {
    flags,
    summary: option.description,
    takesValue: option.required || option.optional,
    values: VALUES[option.flags] ?? VALUES[option.long ?? ''] ?? [],
  }
}

/** The values of each option that takes one, by its spellings: those of all commands that have it. */
export function valuesByFlag(
  commands: readonly CommandWords[],
): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, readonly string[]>()
  for (const option of commands.flatMap(({ options }) => options)) {
    if (!option.takesValue) continue
    for (const flag of option.flags) {
      values.set(flag, [...new Set([...(values.get(flag) ?? []), ...option.values])])
    }
  }
  return values
}
