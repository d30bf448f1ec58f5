import { LOCATION_MODES } from '@stowage/core/internal'
import type { LocationMode } from '@stowage/core/types'
import { Option } from 'commander'

/** The option `location` of the app that has the store: a database does not know it. */
export interface LocationModeOptions {
  readonly location?: LocationMode
}

/** `--location`, of commands that store files, or serve them. */
export function locationMode(): Option {
  return new Option(
    '--location <mode>',
    'where photos were taken, as your app has it: keep it in files, show everyone copies without it (served), ' +
      'or take it out of files (stored) (default: keep)',
  ).choices(LOCATION_MODES)
}

/** The options of a store for it. */
export function ofMode({ location }: LocationModeOptions): LocationModeOptions {
  return location === undefined ? {} : { location }
}
