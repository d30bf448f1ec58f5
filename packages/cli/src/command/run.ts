import type { AssetStoreOptions } from '@stowage/core'
import { usageError } from '../exit/cli-error.ts'
import type { ExitCode } from '../exit/exit-codes.ts'
import type { Io } from '../io/io.ts'
import type { LocalLocation, Location } from '../options/location.ts'
import type { Output } from '../output/output.ts'
import type { StartProgress } from '../progress/progress.ts'
import { openLocalTarget } from '../target/local-target.ts'
import type { Access } from '../target/locate-store.ts'
import { openTarget } from '../target/open-target.ts'
import type { LocalTarget, Target } from '../target/target.ts'

/** One command under way: what a verb works with. */
export interface Run {
  readonly io: Io
  readonly output: Output
  readonly startProgress: StartProgress
  /** Aborted by Ctrl-C and SIGTERM, with an `Interruption` as its reason. */
  readonly signal: AbortSignal
  /** Where the assets are, by the command line and the environment. */
  readonly location: Location
  /** The name of the verb, as in `keys create`. */
  readonly verb: string
  /** Opens the store or the service, until the verb ends. `options` are those of a store. */
  open(access: Access, options?: Partial<AssetStoreOptions>): Promise<Target>
  /** Opens the store itself: for verbs that no service offers. */
  openStore(access: Access, options?: Partial<AssetStoreOptions>): Promise<LocalTarget>
  /** The location, for a verb that no service offers. */
  localLocation(): LocalLocation
  /** Registers a function to call before the exit, the last one first. */
  onEnd(close: () => Promise<void>): void
  /** Asks a person. Without one it is a usage error that says to give `--yes`. */
  confirm(question: string): Promise<boolean>
  /** Asks a person to type a name. Without one it is a usage error that says to give `--confirm`. */
  confirmByName(question: string, name: string): Promise<boolean>
  /** Sets what Ctrl-C says: how to go on. */
  howToGoOn(words: string): void
}

/** What a verb does. Resolves to its exit code; `undefined` means `EXIT.done`. */
export type Work<Options> = (
  run: Run,
  options: Options,
  ...operands: readonly string[]
) => Promise<ExitCode | undefined>

/** The members of a run that open a location. */
export function openersOf(
  location: Location,
  verb: string,
  { onEnd, output }: Pick<Run, 'onEnd' | 'output'>,
): Pick<Run, 'open' | 'openStore' | 'localLocation'> {
  function localLocation(): LocalLocation {
    if (location.kind === 'local') return location
    throw usageError(
      `"stowage ${verb}" needs the store itself, and ${location.url} is a service. Run it where the store is, with --directory, --postgres or --s3.`,
    )
  }
  async function closing<Opened extends Target>(opened: Promise<Opened>): Promise<Opened> {
    const target = await opened
    onEnd(() => target.close())
    return target
  }
  return {
    localLocation,
    async open(access, options) {
      if (location.kind === 'server' && options?.location !== undefined) {
        throw usageError(
          '--location is for a store that this command opens itself. A service has its own.',
        )
      }
      return closing(openTarget(location, access, output.warning, options))
    },
    openStore: async (access, options) =>
      closing(openLocalTarget(localLocation(), access, output.warning, options)),
  }
}
