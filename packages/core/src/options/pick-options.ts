import type { OptionChecks } from './check-options.ts'

/** The options that are in the table, for a factory that passes a part of its options to another one. */
export function pickOptions<Part extends object>(options: Part, checks: OptionChecks<Part>): Part {
  const names = Object.keys(checks) as (keyof Part)[]
  const given = names.filter((name) => options[name] !== undefined)
  return Object.fromEntries(given.map((name) => [name, options[name]])) as Part
}
