import type { AssetFilter } from '@stowage/core'
import { ASSET_FILTERS } from '@stowage/core/internal'
import type { Command } from 'commander'
import { FILTER_OPTIONS, type FilterOption } from './filter-options.ts'
import { type FolderIdOf, filterValue, repeated, several } from './filter-value.ts'

/** The filters of a command line, by the names of their options. */
export type FilterOptions = { readonly [Name in FilterOption['name']]?: Given }

/** The value of an option: a switch, a text, or all texts of a repeated option. */
type Given = boolean | string | readonly string[]

/** Adds the filters to a command. */
export function withFilters(command: Command): Command {
  for (const { flag, valueName, says, isWhole, member } of FILTER_OPTIONS) {
    const { form } = ASSET_FILTERS[member].shape
    if (form === 'flag') {
      command.option(`--${flag}`, says).option(`--no-${flag}`, `not ${says}`)
    } else if (form === 'folder' || form === 'search') {
      command.option(`--${flag} <${valueName}>`, says)
    } else {
      command.option(`--${flag} <${valueName}>`, says, isWhole ? repeated : several)
    }
  }
  return command
}

/** Whether any filter is given. */
export function hasFilter(options: FilterOptions): boolean {
  return FILTER_OPTIONS.some(({ name }) => options[name] !== undefined)
}

/** The filter from the options. The store itself refuses what it does not know. */
export async function filterOf(
  options: FilterOptions,
  folderIdOf: FolderIdOf,
): Promise<AssetFilter> {
  const filter: Record<string, unknown> = {}
  for (const option of FILTER_OPTIONS) {
    const given = options[option.name]
    if (given !== undefined) filter[option.member] = await filterValue(option, given, folderIdOf)
  }
  return filter
}
