/**
 * The defaults with what was given over them. What is `undefined` counts as not given. What a default names may also
 * be inherited, because the checks of options look there too.
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
