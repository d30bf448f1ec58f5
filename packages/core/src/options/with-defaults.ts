/**
 * The defaults, overridden by what was given. `undefined` counts as not given. An option with a default may also be
 * inherited, because the checks of options read inherited ones too.
 */
export function withDefaults<Options extends object>(
  defaults: Options,
  given: { readonly [Name in keyof Options]?: Options[Name] | undefined } = {},
): Options {
  const names = [...Object.keys(defaults), ...Object.keys(given)] as (keyof Options)[]
  const result = { ...defaults }
  for (const name of names) {
    const value = given[name]
    if (value !== undefined) result[name] = value as Options[typeof name]
  }
  return result
}
