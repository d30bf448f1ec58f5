import { invalidArgument, mustBe, path, similarName } from '@stowage/core/internal'

/** Checks the options that all systems share, and the names of all options; `others`: those of one system only. */
export function requireSystemOptions(
  system: string,
  options: unknown,
  others: readonly string[],
): void {
  if (typeof options !== 'object' || options === null || 'then' in options) {
    throw mustBe('options', `an object of options for ${system}`, options)
  }
  const known = ['root', 'query', 'database', ...others]
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue
    const meant = similarName(name, known)
    const hint = meant === null ? `It has ${known.join(', ')}.` : `Did you mean ${meant}?`
    throw invalidArgument(name, `${system} has no option ${name}. ${hint}`)
  }
  path((options as { readonly root?: unknown }).root, 'root')
}
