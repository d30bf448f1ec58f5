import { invalidArgument } from '../errors/invalid-argument.ts'
import type { StowageError } from '../errors/stowage-error.ts'
import { BELONGS, OTHER_NAMES } from './other-names.ts'
import { similarName } from './similar-name.ts'

/** An option that its owner does not have. */
interface UnknownOption {
  /** What was given the option: a factory, a call, or the option that it is in. */
  readonly owner: string
  /** The path of the option, such as `limits.file`. */
  readonly argument: string
  readonly name: string
  /** Each name that may be meant, with the path to show for it: that of an option inside another is longer. */
  readonly paths: ReadonlyMap<string, string>
  /** Default `option`. A member of a value is not an option, so the message names no other place. */
  readonly noun?: 'member' | undefined
}

/** `invalid_argument` that names what was most likely meant, where it belongs, or else the options that exist. */
export function unknownOption({ owner, argument, name, paths, noun }: UnknownOption): StowageError {
  const hint = noun === undefined ? hintFor(name, paths) : namesIn(paths)
  return invalidArgument(argument, `${owner} has no ${noun ?? 'option'} ${name}. ${hint}`)
}

function hintFor(name: string, paths: ReadonlyMap<string, string>): string {
  const others = (Object.hasOwn(OTHER_NAMES, name) && OTHER_NAMES[name]) || []
  const exact = [name, ...others].find((each) => paths.has(each))
  if (exact !== undefined) return `Did you mean ${paths.get(exact)}?`
  const meant = similarName(name, [...paths.keys()])
  if (meant !== null) return `Did you mean ${paths.get(meant)}?`
  const elsewhere = [name, ...others].find((each) => Object.hasOwn(BELONGS, each))
  if (elsewhere !== undefined) return `It belongs to ${BELONGS[elsewhere]}.`
  return namesIn(paths)
}

function namesIn(paths: ReadonlyMap<string, string>): string {
  const own = [...paths].filter(([each, path]) => each === path).map(([each]) => each)
  return `It has ${own.join(', ')}.`
}
